import { memo, useEffect, useRef } from "react";
import { alarmLevels } from "../../../adapters/contract/droneState.ts";
import { linkState } from "../../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatPhase } from "../../live/formatFlight.ts";
import { formatRowAge, type RowStatus } from "../../live/liveRow.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import classes from "./TaskList.module.css";

interface Props {
  readonly task: LiveTaskRow;
  readonly isPlanned: boolean;
  readonly selected: boolean;
  readonly onSelect: (taskId: string) => void;
  /** What the row shows of the flight, as plain values: a row renders again only where one of them changes. */
  readonly link: RowStatus["link"] | null;
  readonly phase: RowStatus["phase"];
  readonly battery: number | null;
  readonly ageText: string;
  readonly fault: string | null;
  readonly alarmLevel: number;
}

/** Shape and word, as in the list of alarms, whose code is loaded later. */
const alarmTexts = { p1: "■ P1 紧急告警", p2: "▲ P2 高告警", p3: "● P3 中告警" } as const;

/** A flight's values as properties of its row. */
export const toItemProps = (status: RowStatus | null) => ({
  link: status?.link ?? null,
  phase: status?.phase ?? null,
  battery: status?.battery ?? null,
  ageText: status ? formatRowAge(status.ageMs) : "",
  fault: status?.fault ?? null,
  alarmLevel: status?.alarmLevel ?? 0,
});

/** One task of the list; scrolls into view when selected. */
export const TaskItem = memo(function TaskItem({ task, isPlanned, selected, onSelect, ...flight }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected && button.current) scrollIntoList(button.current);
  }, [selected]);
  const { label, color } = getRowTag(isPlanned, flight);
  const { link, phase, battery, ageText } = flight;
  const alarm = alarmLevels[flight.alarmLevel];
  return (
    <li className={classes["item"]}>
      <button
        ref={button}
        type="button"
        className={classes["row"]}
        data-link={link ?? undefined}
        aria-pressed={selected}
        onClick={() => onSelect(task.id)}
      >
        <span className={classes["name"]} title={task.name}>
          {task.name}
        </span>
        <StatusTag label={label} color={color} />
        <span className={classes["sub"]} title={task.company}>
          {task.company}
        </span>
        <span className={classes["sub"]}>
          {[task.droneSn, formatTaskTime(task, isPlanned)].filter(Boolean).join(" · ")}
        </span>
        {alarm && (
          <span
            className={classes["alarm"]}
            data-priority={alarm.priority}
          >{`${alarmTexts[alarm.priority]}${alarm.isAcknowledged ? " 已确认" : ""}`}</span>
        )}
        {link && (
          <span className={classes["sub"]}>
            <span>{`${formatPhase(phase)} · 电量 ${battery === null ? "—" : `${battery}%`} · `}</span>
            <span className={classes["age"]}>{ageText}</span>
          </span>
        )}
      </button>
    </li>
  );
});

/** Scrolls only the list: on a phone, the page must not scroll away from the map. */
function scrollIntoList(row: HTMLElement): void {
  const list = row.closest<HTMLElement>("[data-scrollarea-viewport]");
  if (!list) return;
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function formatTaskTime({ time, unplanned }: LiveTaskRow, isPlanned: boolean): string {
  const text = time === null ? "—" : formatClock(time * 1_000).slice(0, 5);
  if (isPlanned) return `计划 ${text}`;
  return unplanned ? `起飞 ${text} · 计划 —` : `起飞 ${text}`;
}

/** The link first, called as in the panel: a flight without fresh data, or with an open alarm, is never green. */
export function getRowTag(
  isPlanned: boolean,
  { link, fault, alarmLevel }: Pick<Props, "link" | "fault" | "alarmLevel">,
): { readonly label: string; readonly color: string } {
  if (isPlanned) return { label: word.notYetFlown, color: "blue" };
  if (link === null) return { label: "未在飞", color: "gray" };
  if (link === "fresh" && fault !== null) return { label: fault, color: "orange" };
  if (link === "fresh" && alarmLevel > 0) return { label: "链路正常", color: "gray" };
  return linkState.tag(link);
}
