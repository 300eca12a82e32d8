import type { AuditChange, AuditRecord, AuditRow } from "../../../adapters/contract/auditTrail.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import classes from "./auditChanges.module.css";

/** Whether the whole record is here, rather than the list's copy of it. */
const isAuditRecord = (row: AuditRow): row is AuditRecord => "changes" in row;

/** What was done: one line in the list, cut at its cell's edge, with the whole in the tooltip; all of it in the detail. */
export const DigestCell = ({ digest }: AuditRow) =>
  digest === "" ? null : (
    <span className={classes["digest"]} title={digest}>
      {digest}
    </span>
  );

type ChangeRow = AuditChange & { readonly id: string };

/** Field by field what stood there before and what stands there since, what went struck out. */
export const auditChanges = subTable<AuditRow, ChangeRow>({
  title: "变更内容",
  rows: (row) => (isAuditRecord(row) ? row.changes.map((change, at) => ({ ...change, id: String(at) })) : []),
  emptyText: "该操作没有记录内容",
  columns: [
    { key: "field", title: "字段", width: 90 },
    {
      key: "before",
      title: "变更前",
      width: 120,
      as: "custom",
      cell: ({ before, after }) =>
        before === "" ? null : before === after ? before : <del className={classes["was"]}>{before}</del>,
    },
    {
      key: "after",
      title: "变更后",
      width: 120,
      as: "custom",
      cell: ({ before, after }) =>
        after === "" ? null : before === after ? after : <ins className={classes["is"]}>{after}</ins>,
    },
  ],
});
