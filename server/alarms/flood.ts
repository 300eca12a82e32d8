import type { AlarmFlood, AlarmPriority, AlarmState } from "../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";

export const floodWindowMs = 600_000;
/** More new alarms than this within the window begin a flood; fewer than the other end it. */
const beginsAbove = 10;
const endsBelow = 5;

/** Counts new alarms to notice a flood of them. Times are UTC ms. */
export interface FloodWatch {
  readonly add: (at: number) => void;
  /** Whether there is a flood now. */
  readonly advance: (now: number) => boolean;
}

export function createFloodWatch(): FloodWatch {
  let times: number[] = [];
  let isActive = false;
  return {
    add: (at) => times.push(at),
    advance: (now) => {
      times = times.filter((at) => at > now - floodWindowMs);
      isActive = isActive ? times.length >= endsBelow : times.length > beginsAbove;
      return isActive;
    },
  };
}

/** Whether a flood folds alarms of this priority. */
export const isFoldable = ({ priority }: { readonly priority: AlarmPriority }) => priority > "p2";

/** What a flood folds: open alarms of low priority by cause, without those that are silenced anyway. */
export function countFolded(isActive: boolean, open: Iterable<AlarmRecord>): AlarmFlood {
  const counts = new Map<string, AlarmFlood["folded"][number]>();
  if (isActive)
    for (const alarm of open) {
      if (!isFoldable(alarm) || (alarm.state !== "active" && alarm.state !== "acknowledged")) continue;
      const { kind, priority } = alarm;
      const key = `${priority} ${kind}`;
      counts.set(key, { kind, priority, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  return { isActive, folded: [...counts.keys()].toSorted().flatMap((key) => counts.get(key) ?? []) };
}

/** The alarms that are shown by themselves: in a flood not those of low priority, until they are over. */
export const withoutFolded = <A extends { readonly priority: AlarmPriority; readonly state: AlarmState }>(
  alarms: readonly A[],
  { isActive }: AlarmFlood,
): A[] => alarms.filter((alarm) => !isActive || !isFoldable(alarm) || alarm.state === "gone");
