import { type Endpoint, isExport, isExtension } from "../../adapters/contract/endpoint.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import type { PageAction } from "./listDefinition.ts";

/** Whether the contract allows these roles to make the call. */
export const isForRoles = ({ access }: Pick<Endpoint, "access">, roles: readonly Role[]): boolean =>
  access === "public" || access === "session" || roles.some((role) => access.includes(role));

/** Who looks at a control, and at which platform. */
export interface Viewer {
  readonly user: { readonly roles: readonly Role[]; readonly exportRoles?: readonly Role[] | undefined };
  readonly config: { readonly extensions: boolean };
}

/** Whether the user may see an action here: it may need more than its call. */
export const canAct = (action: Pick<PageAction, "call" | "own">, viewer: Viewer): boolean =>
  canCall(action.call, viewer) && (viewer.config.extensions || action.own !== true);

/** Whether the platform has the call and allows it to this user; controls of other calls are hidden. */
export const canCall = (endpoint: Endpoint, { user, config }: Viewer): boolean =>
  (config.extensions || !isExtension(endpoint)) &&
  isForRoles(endpoint, (isExport(endpoint) && user.exportRoles) || user.roles);
