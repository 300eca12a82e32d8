import { type Caller, mayCall } from "../../contract/mayCall.ts";
import type { CallOptions, Client } from "../client.ts";

/** Who asks REST, and how. */
export interface RestContext {
  readonly client: Client;
  readonly caller: Caller;
  readonly options: CallOptions;
  /** Another platform may ignore a filter. */
  readonly isOwnPlatform: boolean;
}

/** Runs the calls that one may make; null for the others. */
export async function callIfAllowed<T>(
  { caller }: RestContext,
  endpoint: Parameters<typeof mayCall>[1],
  run: () => Promise<T>,
): Promise<T | null> {
  return mayCall(caller, endpoint) ? run() : null;
}
