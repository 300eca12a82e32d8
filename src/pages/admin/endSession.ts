import { type OnlineSession, onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";

/** Ends somebody's session after a question, with a reason for the audit trail; one's own ends by logging out. */
export const endSession: RowAction<OnlineSession> = {
  name: "end",
  label: "强制下线",
  call: onlineSessionCalls.sessionEnd,
  destructive: true,
  refusal: ({ own }) => (own ? "这是您当前的登录，请使用「退出登录」" : null),
  form: actionForm({
    name: "session-end",
    title: ({ name }: OnlineSession) => `强制下线 ${name}`,
    call: onlineSessionCalls.sessionEnd,
    destructive: true,
    submitLabel: "强制下线",
    consequence: ({ name, address }) =>
      `${name} 在 ${address} 的登录将立即结束，未保存的内容可能丢失；账号不会停用，可以重新登录。`,
    fields: [{ kind: "text", name: "reason", label: "原因", placeholder: "将记入操作日志", wide: true }],
    args: ({ id }, { reason }, requestId) => ({ body: { id, reason, requestId } }),
  }),
};
