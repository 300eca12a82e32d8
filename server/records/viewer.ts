import type { Role } from "../../adapters/contract/roles.ts";

const amountRoles: readonly Role[] = ["admin", "operator", "finance"];

/** What a staff member's roles permit them to see of a record. */
export interface Viewer {
  readonly canSeeAmounts: boolean;
}

/** Derives a viewer from roles. Phone numbers are masked for every role and revealed one at a time. */
export const toViewer = ({ roles }: { readonly roles: readonly Role[] }): Viewer => ({
  canSeeAmounts: roles.some((role) => amountRoles.includes(role)),
});
