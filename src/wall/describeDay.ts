import type { Overview } from "../../adapters/contract/graphql/overview.ts";
import { formatClock } from "../ui/format/formatTime.ts";

type Hour = NonNullable<Overview["hours"]>[number];
type Figure = Exclude<keyof Hour, "from">;

/** How many there were in all hours together. */
export const sumHours = (hours: readonly Hour[], figures: readonly Figure[]): number =>
  hours.reduce((sum, hour) => sum + figures.reduce((part, figure) => part + hour[figure], 0), 0);

const formatHour = ({ from }: Hour) => `${formatClock(Date.parse(from)).slice(0, 2)} 时`;

/** `P1 3 条（09 时 1、13 时 2）`; null where there were none. */
function describeUrgent(hours: readonly Hour[], figure: "p1" | "p2"): string | null {
  const total = sumHours(hours, [figure]);
  if (total === 0) return null;
  const parts = hours.filter((hour) => hour[figure] > 0).map((hour) => `${formatHour(hour)} ${hour[figure]}`);
  return `${figure.toUpperCase()} ${total} 条（${parts.join("、")}）`;
}

/** The strip of the last 24 hours in words. */
export function describeDay(hours: readonly Hour[]): string {
  const flights = sumHours(hours, ["flights"]);
  const [first] = hours;
  const busiest = hours.reduce((most, hour) => (hour.flights > (most?.flights ?? 0) ? hour : most), first);
  const alarms = sumHours(hours, ["p1", "p2", "p3", "p4"]);
  const urgent = [describeUrgent(hours, "p1"), describeUrgent(hours, "p2")].filter((text) => text !== null);
  return [
    `近 24 小时架次 ${flights}`,
    busiest && flights > 0 ? `，最多 ${busiest.flights}（${formatHour(busiest)}）` : "",
    `；告警 ${alarms} 条`,
    ...(urgent.length > 0 ? [`，其中 ${urgent.join("，")}`] : []),
  ].join("");
}
