import { type AlarmPriority, alarmPriority } from "../../adapters/contract/alarm.ts";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { quietStates } from "../../machines/status/alarm.ts";
import { createScopeTest } from "../../machines/status/dutyScope.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { isFoldable } from "./flood.ts";

/** How many alarms of each priority a screen shows, at least and at most. */
export type ShownRanges = Readonly<Partial<Record<AlarmPriority, ShownRange>>>;
interface ShownRange {
  readonly least: number;
  readonly most: number;
}

/** What has changed since may be on its way to the screen, or its report on the way here. */
const onTheWayMs = 10_000;

/** @returns without the priorities that a flood folds */
export function getShownRanges(
  alarms: Iterable<AlarmRecord>,
  { scope, isFlood, now }: { readonly scope: DutyScope; readonly isFlood: boolean; readonly now: number },
): ShownRanges {
  const isIn = createScopeTest([scope]);
  const shown = [...alarms].filter(isIn);
  const judged = alarmPriority.schema.options.filter((priority) => !isFlood || !isFoldable({ priority }));
  return Object.fromEntries(
    judged.map((priority): [AlarmPriority, ShownRange] => {
      const own = shown.filter((alarm) => alarm.priority === priority);
      const isAsking = ({ state }: AlarmRecord) => state !== "gone" && !quietStates.includes(state);
      const moving = own.filter(({ updatedAt }) => updatedAt.getTime() > now - onTheWayMs);
      const settled = own.filter((alarm) => isAsking(alarm) && !moving.includes(alarm));
      return [priority, { least: settled.length, most: settled.length + moving.length }];
    }),
  );
}
