import { createStatusMachine } from "./createStatusMachine.ts";

/** A company's user is normal or frozen. */
export const userStatusMachine = createStatusMachine("userStatus", "normal", {
  normal: { label: "正常", on: { freeze: "frozen" } },
  frozen: { label: "已冻结", on: { unfreeze: "normal" } },
});
