import { createStatusMachine } from "./createStatusMachine.ts";

/** A console account is normal or disabled. */
export const staffStatusMachine = createStatusMachine("staffStatus", "normal", {
  normal: { label: "正常", on: { disable: "disabled" } },
  disabled: { label: "已停用", on: { enable: "normal" } },
});
