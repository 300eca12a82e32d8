import { type SmsDeclined, smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";

/** Who owns the phone wants marketing again, as the reason says. */
export const endDecline: RowAction<SmsDeclined> = {
  name: "endDecline",
  label: "恢复接收",
  call: smsDeclineCalls.smsDeclineEnd,
  form: actionForm({
    name: "sms-decline-end",
    title: ({ phone }: SmsDeclined) => `恢复向 ${phone} 发送营销短信`,
    call: smsDeclineCalls.smsDeclineEnd,
    submitLabel: "恢复接收",
    consequence: ({ phone }) =>
      `${phone} 将重新收到营销短信。只在机主本人要求时恢复，原因与您的姓名一起记入操作日志。`,
    fields: [{ kind: "longText", name: "reason", label: "原因", wide: true }],
    args: ({ id }, values, requestId) => ({ body: { id, ...values, requestId } }),
  }),
};
