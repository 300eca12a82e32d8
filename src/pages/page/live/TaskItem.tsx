import { memo, useEffect, useRef } from "react";
import { flightPhase } from "../../../../adapters/contract/flight.ts";
import { type TaskRow, taskKind, taskStatus } from "../../../../adapters/contract/task.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import classes from "./TaskList.module.css";

interface Props {
  readonly task: TaskRow;
  readonly selected: boolean;
  readonly onSelect: (taskId: string) => void;
}

/** One task of the list; comes into sight when it is chosen on the map. */
export const TaskItem = memo(function TaskItem({ task, selected, onSelect }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected && button.current) scrollIntoList(button.current);
  }, [selected]);
  const { label, color } = getStatusTag(task);
  return (
    <li className={classes["item"]}>
      <button
        ref={button}
        type="button"
        className={classes["row"]}
        aria-pressed={selected}
        onClick={() => onSelect(task.id)}
      >
        <span className={classes["name"]} title={task.name}>
          {task.name}
        </span>
        <StatusTag label={label} color={color} />
        <span className={classes["sub"]} title={task.companyName}>
          {taskKind.label(task.kind)} · {task.companyName}
        </span>
        <span className={classes["sub"]}>
          {task.droneSn} · {task.pilotName || "自动飞行"} · {formatTaskTime(task)}
        </span>
      </button>
    </li>
  );
});

/** Scrolls the list alone: on a phone the page must stay where the map is. */
function scrollIntoList(row: HTMLElement): void {
  const list = row.closest<HTMLElement>("[data-scrollarea-viewport]");
  if (!list) return;
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function formatTaskTime({ status, startedAt, plannedAt }: TaskRow): string {
  return status === "planned"
    ? `计划 ${formatTime(plannedAt).slice(11, 16)}`
    : `起飞 ${formatTime(startedAt ?? plannedAt).slice(11, 16)}`;
}

function getStatusTag({ status, last }: TaskRow): { readonly label: string; readonly color: string } {
  const flying = status === "running" && last?.phase ? last.phase : null;
  const dictionary = flying ? flightPhase : taskStatus;
  const found = dictionary.options.find(({ value }) => value === (flying ?? status));
  return { label: found?.label ?? status, color: found?.color ?? "gray" };
}
