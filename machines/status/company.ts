import { companyStatus } from "../../adapters/contract/company.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A company is normal or frozen. */
export const companyStatusMachine = createStatusMachine("companyStatus", "normal", companyStatus, {
  normal: { freeze: "frozen" },
  frozen: { unfreeze: "normal" },
});
