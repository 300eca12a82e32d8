import { type auditCalls, auditResult } from "../../../adapters/contract/auditTrail.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatAct } from "../../audit/auditActs.ts";
import { formatDigest, hasFailed, toAuditChanges } from "../../audit/auditChanges.ts";
import { nameIds } from "../../audit/nameIds.ts";
import { textColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { type AuditLogRecord, formatObject, getActorName } from "./auditRow.ts";
import { createAuditTrailList } from "./auditTrailList.ts";

/** Most characters of a spreadsheet cell. */
const maxCellLength = 32_000;

/** One side of a row's changes as the text of a cell, one line per field. */
function formatChangeSide(
  record: Pick<AuditLogRecord, "entity" | "before" | "after">,
  key: "before" | "after",
): string {
  const lines = toAuditChanges(record).filter((change) => change[key] !== "");
  return lines
    .map((change) => `${change.field}：${change[key]}`)
    .join("\n")
    .slice(0, maxCellLength);
}

const column = createSheetColumns<AuditLogRecord>();

/** The workbook of the audit trail, of rows whose ids are named. Ids stand last, to find a record by. */
const auditSheet: RowSheet<AuditLogRecord> = {
  title: word.auditTrail,
  columns: [
    column.time("at"),
    textColumn("act", word.action, 24, formatAct),
    textColumn("staffName", word.operator, 12, getActorName),
    textColumn("object", word.subject, 40, formatObject),
    textColumn("digest", word.content, 40, formatDigest),
    textColumn("result", word.result, 8, ({ after }) =>
      auditResult.label(hasFailed(after) ? "failure" : "success"),
    ),
    textColumn("before", "变更前", 40, (record) => formatChangeSide(record, "before")),
    textColumn("after", "变更后", 40, (record) => formatChangeSide(record, "after")),
    textColumn("address", word.sourceAddress, 18, ({ address }) => address),
    textColumn("reqId", "请求编号", 22, ({ reqId }) => reqId ?? ""),
    textColumn("staffId", "操作人编号", 22, ({ staffId }) => staffId ?? ""),
    column.text("entityId", 22),
    textColumn("id", "日志编号", 22, ({ id }) => id),
  ],
};

/** The new id excludes this export's own audit row, which is written before the pages are read. */
export const prepareAuditExport: ExportPreparer<typeof auditCalls.auditExport> = (body, call) =>
  prepareRowExport(call, createAuditTrailList(call.newId()), body, nameIds, auditSheet);
