import type { AlarmFlood } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { AlarmOperation } from "./alarmBatch.ts";
import { toAlarmRow } from "./alarmRow.ts";
import { type AlarmNames, createAlarm } from "./createAlarm.ts";
import { countFolded, createFloodWatch, withoutFolded } from "./flood.ts";
import { isOpen, type OpenAlarms, toCause } from "./openAlarms.ts";

/** Alarms in one message to the sockets. */
const maxRowsPerMessage = 100;

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
    feed.emitAlarmsChanged({ alarms: withoutFolded(alarms, flood), flood });
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
      for (let start = 0; start === 0 || start < rows.length; start += maxRowsPerMessage)
        bus.publish("alarm.changed", { alarms: rows.slice(start, start + maxRowsPerMessage), flood });
    },
    announceUnsaved: (operations) => {
      const alarms = operations.flatMap((operation) => {
        if (operation.type !== "raise" || announced.has(operation.id)) return [];
        if (open.findByCause(toCause(operation.cause.signal), operation.cause.at)) return [];
        announced.add(operation.id);
        return toAlarmRow(createAlarm(operation.id, operation.cause, names, null));
      });
      if (alarms.length > 0) feed.emitAlarmsChanged({ alarms, flood });
    },
    getFlood: () => flood,
    stop,
  };
}
