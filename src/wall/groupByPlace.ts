import type { AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatPlace } from "../live/alarms/alarmTexts.ts";

/** Open alarms of one place. */
interface AlarmPlace {
  readonly name: string;
  readonly count: number;
  readonly worst: AlarmRow;
}

/** They go without saying, and take the room of the county. */
const province = /^(?:.{2,9}?(?:省|自治区))?(?:.{2,}?自治州)?(?=.)/;

/** The county that a place in words begins with; where none is known, the words as they are. */
const getCounty = (alarm: AlarmRow): string =>
  alarm.place === "" ? formatPlace(alarm) : (alarm.place.split("，")[0] ?? "").replace(province, "");

/**
 * Groups alarms by county. The place of the most urgent one comes first.
 * @param alarms most urgent first
 */
export function groupByPlace(alarms: readonly AlarmRow[]): readonly AlarmPlace[] {
  const places = new Map<string, AlarmPlace>();
  for (const alarm of alarms) {
    const name = getCounty(alarm);
    const { count, worst } = places.get(name) ?? { count: 0, worst: alarm };
    places.set(name, { name, count: count + 1, worst });
  }
  return [...places.values()];
}
