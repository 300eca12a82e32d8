import type { AlarmKind, AlarmPriority, AlarmRow } from "../../../../adapters/contract/alarm.ts";

/** Alarms of one priority and kind, in their order. */
export interface CauseGroup {
  readonly kind: AlarmKind;
  readonly priority: AlarmPriority;
  readonly alarms: readonly AlarmRow[];
}

/** Groups alarms by priority and kind; the group of the first alarm comes first. */
export function groupByCause(alarms: readonly AlarmRow[]): readonly CauseGroup[] {
  const groups = Map.groupBy(alarms, ({ priority, kind }) => `${priority} ${kind}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ kind: first.kind, priority: first.priority, alarms: own }] : [];
  });
}
