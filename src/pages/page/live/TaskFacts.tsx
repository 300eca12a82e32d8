import { Fragment } from "react";
import {
  type TaskRow,
  taskAirspace,
  taskKind,
  taskStatus,
  uomStatus,
} from "../../../../adapters/contract/task.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import classes from "./TaskPanel.module.css";

const formatOptionalTime = (at: string | null) => (at === null ? "-" : formatTime(at));

/** Who flies what for whom, with which permission. */
export function TaskFacts({ task }: { readonly task: TaskRow }) {
  const rows: readonly (readonly [string, string])[] = [
    ["企业", task.companyName],
    ["类型", taskKind.label(task.kind)],
    ["状态", taskStatus.label(task.status)],
    ["飞手", task.pilotName || "-"],
    ["飞手电话", task.pilotPhone || "-"],
    ["无人机", `${task.droneModel} ${task.droneSn}`],
    ["机场", task.hangarName || "-"],
    ["计划起飞", formatOptionalTime(task.plannedAt)],
    ["实际起飞", formatOptionalTime(task.startedAt)],
    ["空域", taskAirspace.label(task.airspace)],
    ["批文号", task.permitNo || "-"],
    [
      "批准时段",
      task.permitFrom === null
        ? "-"
        : `${formatOptionalTime(task.permitFrom)} 至 ${formatOptionalTime(task.permitTo)}`,
    ],
    ["批准高度", task.permitCeiling === null ? "-" : `${task.permitCeiling} m`],
    ["UOM 报送", uomStatus.label(task.uomStatus)],
  ];
  return (
    <dl className={classes["rows"]}>
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
