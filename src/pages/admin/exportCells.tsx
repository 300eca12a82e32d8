import { useEffect, useState } from "react";
import type { ExportJob } from "../../../adapters/contract/exportJob.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatBytes } from "../../ui/format/formatBytes.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./exportCells.module.css";

/** The conditions in words, cut at the cell's edge, with the whole in the tooltip. */
export const ConditionsCell = ({ conditions }: ExportJob) => (
  <span className={classes["conditions"]} title={conditions}>
    {conditions}
  </span>
);

export const SizeCell = ({ bytes }: ExportJob) => (bytes === 0 ? null : formatBytes(bytes));

/** Whether phone numbers are masked in the file, and why not. */
export const PhonesCell = ({ revealReason }: ExportJob) =>
  revealReason === "" ? (
    "已脱敏"
  ) : (
    <span className={classes["conditions"]} title={`未脱敏，原因：${revealReason}`}>
      未脱敏：{revealReason}
    </span>
  );

export const WrittenRowsCell = (row: ExportJob) =>
  row.status === "running" ? (
    <ExportProgress row={row} />
  ) : (
    formatRowCounts(row.writtenRows, row.expectedRows)
  );

const formatRowCounts = (written: number, expected: number) =>
  `${formatNumber(written)} / ${formatNumber(expected)}`;

/** The rows as the socket tells them, between two readings of the list. */
function ExportProgress({ row: { exportId, writtenRows, expectedRows } }: { readonly row: ExportJob }) {
  const { onExportProgress } = usePageApi();
  const [reportedRows, setReportedRows] = useState(0);
  useEffect(
    () => onExportProgress(exportId, ({ rows }) => setReportedRows(rows)),
    [exportId, onExportProgress],
  );
  const written = Math.max(reportedRows, writtenRows);
  const percent = expectedRows > 0 ? Math.min(100, (written / expectedRows) * 100) : 0;
  return (
    <span className={classes["written"]}>
      {formatRowCounts(written, expectedRows)}
      <span
        className={classes["bar"]}
        role="progressbar"
        aria-label="导出进度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
      >
        <span className={classes["done"]} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
