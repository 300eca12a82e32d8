import { useEffect, useState } from "react";
import type { ExportJob } from "../../../adapters/contract/exportJob.ts";
import { useConsole } from "../../console/useConsole.ts";
import { formatBytes } from "../../ui/format/bytes.ts";
import { formatNumber } from "../../ui/format/number.ts";
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

export const WrittenCell = (row: ExportJob) =>
  row.status === "running" ? <Writing row={row} /> : rowsOf(row.writtenRows, row.expectedRows);

const rowsOf = (written: number, expected: number) => `${formatNumber(written)} / ${formatNumber(expected)}`;

/** The rows as the socket tells them, between two readings of the list. */
function Writing({ row: { exportId, writtenRows, expectedRows } }: { readonly row: ExportJob }) {
  const { onExportProgress } = useConsole();
  const [told, setTold] = useState(0);
  useEffect(() => onExportProgress(exportId, ({ rows }) => setTold(rows)), [exportId, onExportProgress]);
  const written = Math.max(told, writtenRows);
  const percent = expectedRows > 0 ? Math.min(100, (written / expectedRows) * 100) : 0;
  return (
    <span className={classes["written"]}>
      {rowsOf(written, expectedRows)}
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
