import type { Endpoint } from "../../contract/endpoint.ts";
import type { Role } from "../../contract/roles.ts";
import type { CallOptions, Client } from "../client.ts";

/** Who asks REST, and how. */
export interface RestContext {
  readonly client: Client;
  readonly roles: readonly Role[];
  readonly options: CallOptions;
  /** Another platform may ignore a filter. */
  readonly isOwnPlatform: boolean;
}

/** Runs the calls that the roles may make; null for the others. */
export async function callIfAllowed<T>(
  { roles }: RestContext,
  { access }: Pick<Endpoint, "access">,
  run: () => Promise<T>,
): Promise<T | null> {
  const isAllowed = typeof access === "string" || roles.some((role) => access.includes(role));
  return isAllowed ? run() : null;
}
