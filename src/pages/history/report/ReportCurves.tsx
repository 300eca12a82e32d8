import * as word from "../../../../adapters/contract/words.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import { heightDatums } from "../playback/playedFlight.ts";
import type { FlightTrack } from "../playback/track.ts";
import { getRange } from "../valueRange.ts";
import { getTimeTicks, toCurvePath } from "./curve.ts";
import classes from "./FlightReport.module.css";

interface CurveProps {
  readonly title: string;
  readonly unit: string;
  readonly track: FlightTrack;
  readonly values: Float64Array;
  /** Bounds that are drawn even where no value reaches them. */
  readonly from?: number;
  readonly to?: number;
}

const box = { width: 600, height: 80 };
/** Room for the labels beside and below the drawing. */
const margin = { left: 46, right: 8, top: 6, bottom: 18 };

/** Half of a label of the time axis. */
const labelPx = 24;

const formatValue = (value: number) => Number(value.toFixed(1)).toString();

/** One value of a flight over its time; gaps stay open. */
function Curve({ title, unit, track, values, from, to }: CurveProps) {
  const known = getRange(values);
  if (!known) return <p className={classes["note"]}>{`${title}：没有记录`}</p>;
  const range = { min: Math.min(from ?? known.min, known.min), max: Math.max(to ?? known.max, known.max) };
  const summary = `${title}，最低 ${formatValue(known.min)} ${unit}，最高 ${formatValue(known.max)} ${unit}`;
  const { startMs, endMs } = track;
  return (
    <figure className={classes["curve"]}>
      <figcaption>{`${title}（${unit}）`}</figcaption>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`${-margin.left} ${-margin.top} ${box.width + margin.left + margin.right} ${box.height + margin.top + margin.bottom}`}
      >
        <path
          className={classes["grid"]}
          d={`M0 0H${box.width}M0 ${box.height / 2}H${box.width}M0 ${box.height}H${box.width}`}
        />
        <path className={classes["line"]} d={toCurvePath(track, values, range, box)} />
        {[range.max, (range.max + range.min) / 2, range.min].map((value, index) => (
          <text key={value} x={-6} y={(index * box.height) / 2 + 4} textAnchor="end">
            {formatValue(value)}
          </text>
        ))}
        {getTimeTicks(track).map((at) => {
          const x = endMs > startMs ? ((at - startMs) / (endMs - startMs)) * box.width : 0;
          return (
            <text
              key={at}
              x={x}
              y={box.height + 14}
              // Whole within the drawing.
              textAnchor={x < labelPx ? "start" : x > box.width - labelPx ? "end" : "middle"}
            >
              {formatClock(at)}
            </text>
          );
        })}
      </svg>
    </figure>
  );
}

/** Height with its datum, speed and battery of a flight. */
export function ReportCurves({ track }: { readonly track: FlightTrack }) {
  const { heightColumn, speed, battery } = track;
  return (
    <>
      {heightColumn === null ? (
        <p className={classes["note"]}>高度：没有记录</p>
      ) : (
        <Curve
          title={`高度 · ${heightDatums[heightColumn]}`}
          unit="m"
          track={track}
          values={track[heightColumn]}
        />
      )}
      <Curve title="地速" unit="m/s" track={track} values={speed} from={0} />
      <Curve title={word.battery} unit="%" track={track} values={battery} from={0} to={100} />
    </>
  );
}
