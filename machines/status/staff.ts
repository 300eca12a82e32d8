import { staffStatus } from "../../adapters/contract/staff.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A console account is normal or disabled. */
export const staffStatusMachine = createStatusMachine("staffStatus", "normal", staffStatus, {
  normal: { disable: "disabled" },
  disabled: { enable: "normal" },
});
