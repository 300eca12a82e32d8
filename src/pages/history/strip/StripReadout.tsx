import * as word from "../../../../adapters/contract/words.ts";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import { formatMetric, type Metric, metrics as metricInfos } from "./metrics.ts";
import { readAt } from "./readings.ts";
import classes from "./StripChart.module.css";
import type { StripFlight } from "./stripFlight.ts";
import { formatStripTime } from "./timeScale.ts";

interface Props {
  readonly flights: readonly StripFlight[];
  readonly metrics: readonly Metric[];
  /** Place of the mouse, CSS px. */
  readonly x: number;
  /** Whether it is placed left of the mouse. */
  readonly isLeft: boolean;
  /** Time under the mouse, ms. */
  readonly ms: number;
  readonly zeroMs: number | null;
  /** CSS px of the strip. */
  readonly width: number;
}

/** Values under the mouse. */
export function StripReadout({ flights, metrics, x, isLeft, ms, zeroMs, width }: Props) {
  const describe = (flight: StripFlight) => {
    const reading = readAt(flight, ms);
    if (reading === "outside") return "不在飞行中";
    if (reading === "gap") return word.dataGap;
    const [only] = metrics;
    if (only && metrics.length === 1) return formatMetric(only, reading[only]);
    return metrics
      .map((metric) => `${metricInfos[metric].label} ${formatMetric(metric, reading[metric])}`)
      .join("　");
  };
  return (
    <div
      className={classes["readout"]}
      style={isLeft ? { right: width - x + 10 } : { left: x + 10 }}
      aria-hidden
    >
      <strong>{formatStripTime(ms, zeroMs)}</strong>
      <div className={classes["readings"]}>
        {flights.map((flight) => (
          <div key={toFlightKey(flight.ref)} className={classes["reading"]}>
            {flights.length > 1 && (
              <>
                <span
                  className={classes["swatch"]}
                  style={{ background: flight.color, borderColor: flight.color }}
                />
                <span>{flight.label}</span>
                {zeroMs !== null && <span>{formatClock(ms - flight.shiftMs)}</span>}
              </>
            )}
            <span>{describe(flight)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
