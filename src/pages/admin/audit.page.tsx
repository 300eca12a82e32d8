import { auditCalls, auditEntity, auditResult } from "../../../adapters/contract/auditTrail.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { auditActionChoices } from "./auditActionChoices.ts";
import { auditChanges, DigestCell } from "./auditChanges.tsx";
import { staffChoices } from "./staffChoices.ts";

export const meta = {
  path: "/audit",
  title: "操作日志",
  group: "avatar",
  order: 1,
  icon: "IconHistory",
  roles: ["admin"],
} as const satisfies PageMeta;

export default listPage({
  name: "audit",
  noun: "操作日志",
  call: auditCalls.auditList,
  detailCall: auditCalls.auditOne,
  export: auditCalls.auditExport,
  getTitle: (row) => row.action,
  detailSections: [auditChanges],
  columns: [
    { key: "action", title: "操作", width: 170, main: true, sort: "action" },
    { key: "result", title: "结果", width: 90, as: "tag", dictionary: auditResult },
    { key: "staffName", title: "操作人", width: 110, sort: "staffName" },
    { key: "at", title: "时间", width: 180, as: "time", sort: "at" },
    { key: "entity", title: "对象", width: 100, as: "label", dictionary: auditEntity },
    { key: "digest", title: "内容", width: 340, as: "custom", cell: DigestCell },
    { key: "entityId", title: "对象编号", width: 190, as: "copy" },
    { key: "address", title: "来源地址", width: 140, as: "copy" },
    { key: "reqId", title: "请求编号", width: 190, as: "copy", hidden: true },
    { key: "id", title: "日志编号", width: 200, as: "copy", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "操作 / 操作人 / 编号 / 内容 / 地址" },
    { kind: "choice", name: "action", label: "操作", source: auditActionChoices },
    { kind: "choice", name: "staffId", label: "操作人", source: staffChoices },
    { kind: "days", from: "from", to: "to", label: "时间" },
    { kind: "select", name: "result", label: "结果", dictionary: auditResult },
    { kind: "select", name: "entity", label: "对象", dictionary: auditEntity },
    { kind: "text", name: "entityId", label: "对象编号", placeholder: "完整的编号" },
    { kind: "text", name: "address", label: "来源地址", placeholder: "如 192.168.1" },
  ],
});
