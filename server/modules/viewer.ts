import type { Role } from "../../adapters/contract/roles.ts";

const seeAmounts: readonly Role[] = ["admin", "operator", "finance"];

/** What the roles let somebody see of a record. */
export interface Viewer {
  readonly amounts: boolean;
  /** Whether exports hold whole phone numbers; lists never do. */
  readonly fullPhonesInExports: boolean;
}

export const viewerOf = ({ roles }: { readonly roles: readonly Role[] }): Viewer => ({
  amounts: roles.some((role) => seeAmounts.includes(role)),
  fullPhonesInExports: roles.includes("admin"),
});
