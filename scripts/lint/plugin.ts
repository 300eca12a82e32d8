import { erasableRule } from "./erasable.ts";
import { importsRule } from "./imports.ts";
import { transactionHandleRule } from "./transactionHandle.ts";

/** The project's own lint rules, loaded by `.oxlintrc.json`. */
export default {
  meta: { name: "aerial" },
  rules: { imports: importsRule, "transaction-handle": transactionHandleRule, erasable: erasableRule },
};
