import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Role } from "../../adapters/contract/roles.ts";

/** Whether the contract lets somebody with these roles make the call; what it does not let them is hidden. */
export function canCall({ access }: Endpoint, roles: readonly Role[]): boolean {
  return access === "public" || access === "session" || roles.some((role) => access.includes(role));
}
