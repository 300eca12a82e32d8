import { auditEntity, auditResult } from "../../../adapters/contract/auditTrail.ts";
import { changesIn, failedIn } from "../../audit/auditWords.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import type { Sheet } from "../../list/exportOf.ts";
import { type AuditKept, whoOf } from "./auditRow.ts";

const reads = [
  "id",
  "at",
  "staffId",
  "staffName",
  "address",
  "summary",
  "entity",
  "entityId",
  "before",
  "after",
  "reqId",
] as const;
type Exported = (typeof reads)[number];

/** Most characters that a spreadsheet's cell takes. */
const cellLength = 32_000;

/** One side of a row's changes in one cell, a line a field. */
function side(kept: Pick<AuditKept, "entity" | "before" | "after">, of: "before" | "after"): string {
  const lines = changesIn(kept).filter((change) => change[of] !== "");
  return lines
    .map((change) => `${change.field}：${change[of]}`)
    .join("\n")
    .slice(0, cellLength);
}

/** The workbook of the audit trail. */
export const auditSheet: Sheet<AuditKept, Exported> = {
  title: "操作日志",
  reads,
  columns: [
    timeColumn("时间", ({ at }) => at),
    textColumn("操作", 24, ({ summary }) => summary),
    textColumn("操作人", 12, whoOf),
    textColumn("操作人编号", 22, ({ staffId }) => staffId ?? ""),
    textColumn("对象", 12, ({ entity }) => auditEntity.label(entity)),
    textColumn("对象编号", 22, ({ entityId }) => entityId ?? ""),
    textColumn("结果", 8, ({ after }) => auditResult.label(failedIn(after) ? "failure" : "success")),
    textColumn("变更前", 40, (kept) => side(kept, "before")),
    textColumn("变更后", 40, (kept) => side(kept, "after")),
    textColumn("来源地址", 18, ({ address }) => address),
    textColumn("请求编号", 22, ({ reqId }) => reqId ?? ""),
    textColumn("日志编号", 22, ({ id }) => id),
  ],
};
