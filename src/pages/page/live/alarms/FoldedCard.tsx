import { type AlarmRow, alarmPriority, alarmState } from "../../../../../adapters/contract/alarm.ts";
import { formatKind, formatSubject } from "../../alarm/alarmTexts.ts";
import { priorityShapes } from "../../alarm/priorityShapes.ts";
import list from "./Alarms.module.css";
import type { AlarmActor } from "./alarmServices.ts";

/** The card as one line, while something else is looked at. */
export function FoldedCard({ alarm, actor }: { readonly alarm: AlarmRow; readonly actor: AlarmActor }) {
  return (
    <button
      type="button"
      className={list["foldedCard"]}
      data-priority={alarm.priority}
      aria-expanded={false}
      aria-label={`展开告警 ${alarmPriority.label(alarm.priority)} ${formatKind(alarm)} ${formatSubject(alarm)}`}
      onClick={() => actor.send({ type: "card.unfold" })}
    >
      <span className={list["shape"]} aria-hidden>
        {priorityShapes[alarm.priority]}
      </span>
      {alarmPriority.label(alarm.priority)} {formatKind(alarm)} · {formatSubject(alarm)} ·{" "}
      {alarmState.label(alarm.state)}
    </button>
  );
}
