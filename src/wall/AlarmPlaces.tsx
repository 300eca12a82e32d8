import { useSelector } from "@xstate/react";
import { formatKind } from "../../adapters/contract/alarmLine.ts";
import * as word from "../../adapters/contract/words.ts";
import { isAsking } from "../../machines/alarmRules.ts";
import { priorityShapes } from "../live/alarms/priorityShapes.ts";
import { Board } from "./Board.tsx";
import { groupByPlace } from "./groupByPlace.ts";
import { useNow } from "./useNow.ts";
import wallClasses from "./Wall.module.css";
import type { WallServices } from "./wallServices.ts";

/** Where alarms are open, and how many; the place of the most urgent one first. */
export function AlarmPlaces({ services: { alarms, clock } }: { readonly services: WallServices }) {
  const now = useNow(clock);
  const rows = useSelector(alarms, ({ context }) => context.alarms);
  if (rows === null) return <p className={wallClasses["message"]}>{word.readingAlarms}</p>;
  const places = groupByPlace(rows.filter(isAsking));
  if (places.length === 0) return <p className={wallClasses["message"]}>当前没有告警</p>;
  return (
    <Board
      name="places"
      heads={["告警位置", "最急", "条"]}
      rows={places.map(({ name, count, worst }) => ({
        key: name,
        level: worst.priority,
        isUrgent: worst.priority === "p1",
        cells: [`${priorityShapes[worst.priority]} ${name}`, formatKind(worst), count],
      }))}
      now={now}
      total={places.length}
      describeRest={(count) => `还有 ${count} 处`}
    />
  );
}
