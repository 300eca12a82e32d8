import { type AlarmFlood, type AlarmRow, alarmChangedMax } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { AlarmOperation } from "./alarmBatch.ts";
import { toAlarmRow } from "./alarmRow.ts";
import { type AlarmNames, createAlarm } from "./createAlarm.ts";
import { countFolded, createFloodWatch, withoutFolded } from "./flood.ts";
import { isOpen, type OpenAlarms, toCause } from "./openAlarms.ts";

/** The rows of each message; one message without rows where there are none. */
const toMessages = (rows: readonly AlarmRow[]): AlarmRow[][] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / alarmChangedMax)) }, (_, index) =>
    rows.slice(index * alarmChangedMax, (index + 1) * alarmChangedMax),
  );

/** Passes on what becomes of alarms: to all processes, and from there to the screens. */
export interface AlarmBroadcast {
  /** Counts alarms that were raised towards a flood. */
  readonly countRaised: (alarms: readonly AlarmRecord[]) => void;
  /** Publishes what has changed, and what a flood folds. Nothing where neither has. */
  readonly publish: (changed: readonly AlarmRecord[]) => void;
  /** The database is away: screens show new alarms as they will be stored. */
  readonly announceUnsaved: (operations: readonly AlarmOperation[]) => void;
  readonly getFlood: () => AlarmFlood;
  readonly stop: () => void;
}

/** @param onForeignChange called for alarms that a call has changed, perhaps on another process */
export function createAlarmBroadcast(
  { bus, clock }: Pick<Platform, "bus" | "clock">,
  feed: LiveFeed,
  open: OpenAlarms,
  names: AlarmNames,
  onForeignChange: (alarm: { readonly id: string; readonly version: number }) => void,
): AlarmBroadcast {
  const floodWatch = createFloodWatch();
  /** Ids of alarms that screens have, but the database does not. */
  const announced = new Set<string>();
  let flood: AlarmFlood = { isActive: false, folded: [] };

  const stop = bus.subscribe("alarm.changed", ({ alarms, flood: known }) => {
    if (known) flood = known;
    for (const part of toMessages(withoutFolded(alarms, flood)))
      feed.emitAlarmsChanged({ alarms: part, flood });
    if (!known) for (const alarm of alarms) onForeignChange(alarm);
  });

  return {
    countRaised: (alarms) => {
      for (const { id, raisedAt, state } of alarms) {
        if (state !== "suppressed") floodWatch.add(raisedAt.getTime());
        announced.delete(id);
      }
    },
    publish: (changed) => {
      const wasActive = flood.isActive;
      flood = countFolded(floodWatch.advance(clock().getTime()), open.values());
      if (changed.length === 0 && flood.isActive === wasActive) return;
      const unfolded = wasActive && !flood.isActive ? [...open.values()].filter(isOpen) : [];
      const rows = [...new Set([...changed, ...unfolded])].map(toAlarmRow);
      for (const part of toMessages(rows)) bus.publish("alarm.changed", { alarms: part, flood });
    },
    announceUnsaved: (operations) => {
      const alarms = operations.flatMap((operation) => {
        if (operation.type !== "raise" || announced.has(operation.id)) return [];
        if (open.findByCause(toCause(operation.cause.signal), operation.cause.at)) return [];
        announced.add(operation.id);
        return toAlarmRow(createAlarm(operation.id, operation.cause, names, null));
      });
      if (alarms.length === 0) return;
      for (const part of toMessages(alarms)) feed.emitAlarmsChanged({ alarms: part, flood });
    },
    getFlood: () => flood,
    stop,
  };
}
