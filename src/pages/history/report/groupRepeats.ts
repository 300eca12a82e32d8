import type { FlightEvent } from "../playback/flightEvents.ts";

/** One event, or the same one again and again. */
interface EventGroup {
  /** Of the first one. */
  readonly number: number;
  readonly label: string;
  readonly count: number;
  /** First and last time, UTC ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Kinds that a drone may repeat every few seconds; of the others each one counts. */
const groupedKinds: ReadonlySet<FlightEvent["kind"]> = new Set(["message", "photo"]);
/** So long after the last one, a message is worth a row of its own. */
const maxPauseMs = 5 * 60_000;

/** Photos by series, messages by text: equal ones with at most 5 minutes between them become one row. */
export function groupRepeats(events: readonly FlightEvent[]): readonly EventGroup[] {
  const groups: EventGroup[] = [];
  const open = new Map<string, number>();
  for (const { number, atMs, kind, label } of events) {
    const key = kind === "photo" ? kind : label;
    const index = open.get(key);
    const group = index === undefined ? undefined : groups[index];
    if (index !== undefined && group && groupedKinds.has(kind) && atMs - group.toMs <= maxPauseMs) {
      groups[index] = {
        ...group,
        label: kind === "photo" ? "拍照" : label,
        count: group.count + 1,
        toMs: atMs,
      };
      continue;
    }
    open.set(key, groups.length);
    groups.push({ number, label, count: 1, fromMs: atMs, toMs: atMs });
  }
  return groups;
}
