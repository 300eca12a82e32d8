import { createStatusMachine } from "./createStatusMachine.ts";

/** A company is normal or frozen. */
export const companyStatusMachine = createStatusMachine("companyStatus", "normal", {
  normal: { label: "正常", on: { freeze: "frozen" } },
  frozen: { label: "已冻结", on: { unfreeze: "normal" } },
});
