import { erasable } from "./erasable.ts";
import { imports } from "./imports.ts";
import { transactionHandle } from "./transactionHandle.ts";

/** The project's own lint rules, loaded by `.oxlintrc.json`. */
export default {
  meta: { name: "aerial" },
  rules: { imports, "transaction-handle": transactionHandle, erasable },
};
