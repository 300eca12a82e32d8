import { type AlarmFlood, type AlarmRow, alarmChangedMax } from "../../adapters/contract/alarm.ts";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import type { AlarmFloods } from "../bus/bus.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import type { DutyDesk } from "../duty/dutyDesks.ts";
import type { Platform } from "../platform.ts";
import type { LiveFeed } from "../telemetry/feed/liveFeed.ts";
import type { AlarmOperation } from "./alarmBatch.ts";
import { toAlarmRow } from "./alarmRow.ts";
import { type AlarmNames, createAlarm } from "./createAlarm.ts";
import {
  calm,
  countFolded,
  createFloodWatch,
  findUnfolded,
  judgeFloods,
  toFloodsKey,
  withoutFolded,
} from "./flood.ts";
import { isOpen, type OpenAlarms, toCause } from "./openAlarms.ts";

/** The rows of each message; one message without rows where there are none. */
const toMessages = (rows: readonly AlarmRow[]): AlarmRow[][] =>
  Array.from({ length: Math.max(1, Math.ceil(rows.length / alarmChangedMax)) }, (_, index) =>
    rows.slice(index * alarmChangedMax, (index + 1) * alarmChangedMax),
  );

/** Passes on what becomes of alarms: to all processes, and from there to the screens. */
export interface AlarmBroadcast {
  /** Counts alarms that were raised towards floods. */
  readonly countRaised: (alarms: readonly AlarmRecord[]) => void;
  /** Publishes what has changed, and what floods fold. Nothing where neither has. */
  readonly publish: (changed: readonly AlarmRecord[]) => void;
  /** The database is away: screens show new alarms as they will be stored. */
  readonly announceUnsaved: (operations: readonly AlarmOperation[]) => void;
  readonly getFloods: () => AlarmFloods;
  /** The flood of the platform, with what it folds of a part. */
  readonly getFlood: (scope: DutyScope) => AlarmFlood;
  readonly stop: () => void;
}

interface BroadcastPorts extends Pick<Platform, "bus" | "clock"> {
  readonly listDesks: () => readonly DutyDesk[];
}

/** @param onForeignChange called for alarms that a call has changed, perhaps on another process */
export function createAlarmBroadcast(
  { bus, clock, listDesks }: BroadcastPorts,
  feed: LiveFeed,
  open: OpenAlarms,
  names: AlarmNames,
  onForeignChange: (alarm: { readonly id: string; readonly version: number }) => void,
): AlarmBroadcast {
  const floodWatch = createFloodWatch();
  /** Ids of alarms that screens have, but the database does not. */
  const announced = new Set<string>();
  let floods: AlarmFloods = { all: calm, desks: [] };
  const getFlood = (scope: DutyScope) =>
    scope.by === "all" ? floods.all : countFolded(floods.all.isActive, scope, open.values());
  const emit = (alarms: readonly AlarmRow[]) => {
    const desks = floods.desks.filter(({ flood }) => flood.isActive);
    for (const part of toMessages(alarms)) {
      const data = {
        alarms: part,
        flood: floods.all,
        desks: desks.map(({ shiftId, flood }) => ({ shiftId, flood })),
      };
      // Walls fold by the flood of the platform, whatever the desks do.
      feed.emitAlarmsChanged(data, { alarms: withoutFolded(part, { ...floods, desks: [] }), getFlood });
    }
  };

  const stop = bus.subscribe("alarm.changed", ({ alarms, floods: known }) => {
    if (known) floods = known;
    emit(withoutFolded(alarms, floods));
    if (!known) for (const alarm of alarms) onForeignChange(alarm);
  });

  return {
    countRaised: (alarms) => {
      for (const alarm of alarms) {
        if (alarm.state !== "suppressed") floodWatch.add(alarm);
        announced.delete(alarm.id);
      }
    },
    publish: (changed) => {
      const before = floods;
      floods = judgeFloods(floodWatch, clock().getTime(), listDesks(), open.values);
      if (changed.length === 0 && toFloodsKey(floods) === toFloodsKey(before)) return;
      const unfolded = findUnfolded(before, floods, [...open.values()].filter(isOpen));
      const rows = [...new Set([...changed, ...unfolded])].map(toAlarmRow);
      for (const part of toMessages(rows)) bus.publish("alarm.changed", { alarms: part, floods });
    },
    announceUnsaved: (operations) => {
      const alarms = operations.flatMap((operation) => {
        if (operation.type !== "raise" || announced.has(operation.id)) return [];
        if (open.findByCause(toCause(operation.cause.signal), operation.cause.at)) return [];
        announced.add(operation.id);
        return toAlarmRow(createAlarm(operation.id, operation.cause, names, null));
      });
      if (alarms.length > 0) emit(alarms);
    },
    getFloods: () => floods,
    getFlood,
    stop,
  };
}
