import { useSelector } from "@xstate/react";
import { formatKind, formatSubject, formatValue } from "../../adapters/contract/alarmLine.ts";
import * as word from "../../adapters/contract/words.ts";
import { isAsking, isUnacknowledged, isWaitingP1 } from "../../machines/alarmRules.ts";
import { formatAlarmAge, formatPlace } from "../live/alarms/alarmTexts.ts";
import { priorityShapes } from "../live/alarms/priorityShapes.ts";
import { Board } from "./Board.tsx";
import { useNow } from "./useNow.ts";
import wallClasses from "./Wall.module.css";
import type { WallServices } from "./wallServices.ts";

/** The open alarms, most urgent first. */
export function AlarmBoard({ services: { alarms, clock } }: { readonly services: WallServices }) {
  const now = useNow(clock);
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  const more = useSelector(alarms, ({ context }) => context.more);
  if (rows === null) return <p className={wallClasses["message"]}>{word.readingAlarms}</p>;
  const open = rows.filter(isAsking);
  if (open.length === 0) return <p className={wallClasses["message"]}>当前没有告警</p>;
  return (
    <Board
      name="alarms"
      heads={[word.alarm, word.subject, word.position, word.lasting, "处理"]}
      rows={open.map((alarm) => ({
        key: alarm.id,
        level: alarm.priority,
        isUrgent: isWaitingP1(alarm),
        cells: [
          // The parts of its line, each with room of its own: a long name cuts no value off.
          `${priorityShapes[alarm.priority]} ${formatKind(alarm)} ${formatValue(alarm, now)}`,
          formatSubject(alarm),
          formatPlace(alarm),
          formatAlarmAge(alarm, now),
          isUnacknowledged(alarm) ? word.unacknowledged : alarm.acknowledgedByName || word.acknowledged,
        ],
      }))}
      now={now}
      total={open.length + more}
      describeRest={(count) => `还有 ${count} 条告警`}
    />
  );
}
