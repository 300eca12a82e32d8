import type { Role } from "../../adapters/contract/roles.ts";

const amountRoles: readonly Role[] = ["admin", "operator", "finance"];

/** What the roles let somebody see of a record. */
export interface Viewer {
  readonly canSeeAmounts: boolean;
}

/** What somebody of these roles sees; phone numbers are masked for all of them, and asked for one by one. */
export const toViewer = ({ roles }: { readonly roles: readonly Role[] }): Viewer => ({
  canSeeAmounts: roles.some((role) => amountRoles.includes(role)),
});
