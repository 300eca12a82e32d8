import { userStatus } from "../../adapters/contract/user.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A company's user is normal or frozen. */
export const userStatusMachine = createStatusMachine("userStatus", "normal", userStatus, {
  normal: { freeze: "frozen" },
  frozen: { unfreeze: "normal" },
});
