import { type SmsBatch, smsCalls } from "../../../adapters/contract/sms.ts";
import { actionForm } from "../../list/form/actionForm.ts";

/** Lets nothing more of a mass sending go out. */
export const stopBatchForm = actionForm({
  name: "sms-stop",
  title: (_: SmsBatch) => "停止群发",
  call: smsCalls.smsBatchStop,
  detailCall: smsCalls.smsBatch,
  destructive: true,
  submitLabel: "停止发送",
  consequence: ({ counts }) => `尚未发出的 ${counts.queued} 条将不再发送，已发出的不能撤回。`,
  args: ({ id, version }, _, requestId) => ({ body: { id, version, requestId } }),
});
