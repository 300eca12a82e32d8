import type { Role } from "../../adapters/contract/roles.ts";

const seeAmounts: readonly Role[] = ["admin", "operator", "finance"];

/** What the roles let somebody see of a record. */
export interface Viewer {
  readonly amounts: boolean;
}

/** What somebody of these roles sees; phone numbers are masked for all of them, and asked for one by one. */
export const viewerOf = ({ roles }: { readonly roles: readonly Role[] }): Viewer => ({
  amounts: roles.some((role) => seeAmounts.includes(role)),
});
