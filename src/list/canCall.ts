import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Role } from "../../adapters/contract/roles.ts";

/** Whether the contract allows these roles to make the call; controls of other calls are hidden. */
export function canCall({ access }: Endpoint, roles: readonly Role[]): boolean {
  return access === "public" || access === "session" || roles.some((role) => access.includes(role));
}
