import { useElementSize } from "@mantine/hooks";
import classes from "./DayStrip.module.css";
import { describeDay, sumHours } from "./describeDay.ts";
import { pickHourLabels } from "./pickHourLabels.ts";
import type { WallOverview } from "./useOverview.ts";
import type { WallAddress } from "./wallAddress.ts";

/** Units of the drawing: an hour is so wide, a row of bars so high. */
const [hourWidth, rowHeight] = [10, 100];
const gap = 2;
/** A full bar means at least so many: a single alarm is no peak. */
const leastMost = 5;
/** Height of a single one beside a great many. */
const leastHeight = 6;
/** Size of the labels of hours. */
const labelArcMinutes = 22;

interface Part {
  readonly count: number;
  readonly level?: "p1" | "p2";
}

/** A row of bars, one an hour, each of parts that stand on each other. */
function Bars({ hours }: { readonly hours: readonly (readonly Part[])[] }) {
  const most = Math.max(leastMost, ...hours.map((parts) => parts.reduce((sum, { count }) => sum + count, 0)));
  return (
    <svg
      className={classes["bars"]}
      viewBox={`0 0 ${hours.length * hourWidth} ${rowHeight}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {hours.flatMap((parts, place) => {
        let top = rowHeight;
        return parts
          .filter(({ count }) => count > 0)
          .map(({ count, level }) => {
            const height = Math.max(leastHeight, (count / most) * rowHeight);
            top -= height;
            return (
              <rect
                key={`${place} ${level}`}
                data-level={level}
                x={place * hourWidth + gap / 2}
                y={Math.max(0, top)}
                width={hourWidth - gap}
                height={height}
              />
            );
          });
      })}
    </svg>
  );
}

/** Flights and alarms of the last 24 hours. Only what was urgent has a colour. */
export function DayStrip({ overview, oldSince, address }: WallOverview & { readonly address: WallAddress }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const hours = overview?.hours;
  if (!hours) return null;
  const [p1, p2] = [sumHours(hours, ["p1"]), sumHours(hours, ["p2"])];
  return (
    <div
      className={classes["day24"]}
      role="img"
      aria-label={describeDay(hours)}
      data-old={oldSince !== null || undefined}
    >
      <span className={classes["dayLabel"]}>{`24 小时架次 ${sumHours(hours, ["flights"])}`}</span>
      <Bars hours={hours.map(({ flights }) => [{ count: flights }])} />
      <span className={classes["dayLabel"]}>
        <span>{`告警 ${sumHours(hours, ["p1", "p2", "p3", "p4"])}`}</span>
        {p1 > 0 && <span data-level="p1">{` ■ ${p1}`}</span>}
        {p2 > 0 && <span data-level="p2">{` ▲ ${p2}`}</span>}
      </span>
      <Bars
        hours={hours.map((hour) => [
          { count: hour.p1, level: "p1" },
          { count: hour.p2, level: "p2" },
          { count: hour.p3 + hour.p4 },
        ])}
      />
      <div ref={ref} className={classes["dayHours"]}>
        {pickHourLabels(hours, width / (labelArcMinutes * address.arcMinutePx)).map(({ text, place }) => (
          <span key={text} style={{ left: `${(place / hours.length) * 100}%` }}>
            {text}
          </span>
        ))}
        <span className={classes["dayNow"]}>现在</span>
      </div>
    </div>
  );
}
