import {
  loginPlatform,
  type OnlineSession,
  onlineSessionCalls,
} from "../../../adapters/contract/onlineSession.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { consoleRole } from "../../list/people/consoleRole.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";

/** Ends another session after confirmation, with a reason for the audit trail. The user's own ends by logging out. */
const endSession: RowAction<OnlineSession> = {
  name: "end",
  label: word.forceOut,
  call: onlineSessionCalls.sessionEnd,
  destructive: true,
  refusal: ({ own }) => (own ? "这是您当前的登录，请使用「退出登录」" : null),
  form: actionForm({
    name: "session-end",
    title: ({ name }: OnlineSession) => `强制下线 ${name}`,
    call: onlineSessionCalls.sessionEnd,
    destructive: true,
    submitLabel: word.forceOut,
    consequence: ({ name, address }) =>
      `${name} 在 ${address} 的登录将立即结束，未保存的内容可能丢失；账号不会停用，可以重新登录。`,
    fields: [{ kind: "text", name: "reason", label: word.reason, placeholder: "将记入操作日志", wide: true }],
    args: ({ id }, { reason }, requestId) => ({ body: { id, reason, requestId } }),
  }),
};

export const meta = {
  path: "/sessions",
  title: "在线会话",
  group: "own",
  order: 9,
  icon: "IconUserCheck",
  roles: ["admin"],
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "现在有谁登录着：从哪里、何时登录、最近何时活动。",
  lines: [
    "同一账号同一平台只有一个登录，新的登录会结束旧的。",
    "「强制下线」立即结束一个登录，要写明原因，对方会看到提示。",
    "未保存的内容可能丢失，请先联系本人。",
    "30 分钟没有活动会自动退出，最长 12 小时。",
    "不能结束自己的登录，请用「退出登录」。",
    "来源地址异常时，请重置其密码并停用账号。",
    "强制下线会记入操作日志。",
    "可以按姓名、手机号、角色、地址查找，可以导出。",
  ],
};

export default listPage({
  name: "session",
  noun: "在线会话",
  call: onlineSessionCalls.sessionList,
  export: onlineSessionCalls.sessionExport,
  detailCall: onlineSessionCalls.sessionOne,
  getTitle: (row) => row.name,
  rowActions: [endSession],
  columns: [
    { key: "name", title: word.personName, width: 120, main: true },
    {
      key: "own",
      title: "会话",
      width: 110,
      as: "custom",
      align: "center",
      cell: ({ own }) =>
        own ? <StatusTag label="当前登录" color="blue" /> : <StatusTag label="在线" color="green" />,
    },
    { key: "phoneNumber", title: word.phoneNumber, width: 130 },
    {
      key: "roles",
      title: word.role,
      width: 150,
      as: "custom",
      cell: ({ roles, ownRoleName }) => ownRoleName || roles.map(consoleRole.label).join("、"),
    },
    { key: "platform", title: "登录平台", width: 100, as: "label", dictionary: loginPlatform },
    { key: "address", title: word.sourceAddress, width: 150, as: "copy" },
    { key: "createdAt", title: "登录时间", width: 180, as: "time", sort: "createdAt" },
    { key: "lastUsedAt", title: "最近活动", width: 180, as: "time", sort: "lastUsedAt" },
    { key: "expiresAt", title: "最迟到期", width: 180, as: "time", sort: "expiresAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "姓名 / 完整手机号或后四位" },
    { kind: "select", name: "role", label: word.role, dictionary: consoleRole },
    { kind: "text", name: "address", label: word.sourceAddress, placeholder: "如 192.168.1" },
    { kind: "days", from: "from", to: "to", label: "登录时间" },
  ],
});
