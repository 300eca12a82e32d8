import type { PlacedBar } from "./barLayout.ts";
import type { EventMark, MarkShape } from "./eventLayout.ts";
import classes from "./StripChart.module.css";

/** Outlines in a square of 12. */
const paths: Readonly<Record<MarkShape, string>> = {
  triangle: "M6 1 11 11H1Z",
  square: "M2 2H10V10H2Z",
  circle: "M6 1a5 5 0 1 0 .01 0Z",
  diamond: "M6 0 12 6 6 12 0 6Z",
  cross: "M2 0 6 4 10 0 12 2 8 6 12 10 10 12 6 8 2 12 0 10 4 6 0 2Z",
};

interface Props {
  readonly marks: readonly EventMark[];
  readonly videos: readonly PlacedBar[];
  readonly zones: readonly PlacedBar[];
  readonly labelRows: number;
  /** Whether colours distinguish the flights. */
  readonly isColored: boolean;
}

const markHeight = 16;
const labelHeight = 16;
const barHeight = 20;

interface BarLaneProps {
  readonly bars: readonly PlacedBar[];
  /** What stands before each label. */
  readonly sign: string;
  readonly toTitle: (label: string) => string;
  readonly toColor: (color: string) => string;
}

function BarLane({ bars, sign, toTitle, toColor }: BarLaneProps) {
  if (bars.length === 0) return null;
  const rows = 1 + Math.max(...bars.map(({ row }) => row));
  return (
    <div className={classes["lane"]} style={{ height: rows * barHeight }}>
      {bars.map(({ key, left, width, row, label, color }) => (
        <div
          key={key}
          className={classes["bar"]}
          title={toTitle(label)}
          style={{ left, width, top: row * barHeight, borderColor: toColor(color) }}
        >{`${sign} ${label}`}</div>
      ))}
    </div>
  );
}

/**
 * Events, zones and videos below the curves. For the mouse and the finger: the page lists them where a keyboard and a
 * screen reader find them.
 */
export function StripLanes({ marks, videos, zones, labelRows, isColored }: Props) {
  const usedRows = Math.min(labelRows, 1 + Math.max(-1, ...marks.map(({ label }) => label?.row ?? -1)));
  const toColor = (color: string) => (isColored ? color : "var(--mantine-color-dimmed)");
  return (
    <div className={classes["lanes"]} aria-hidden>
      {marks.length > 0 && (
        <div className={classes["lane"]} style={{ height: markHeight + usedRows * labelHeight }}>
          {marks.map(({ key, ms, x, shape, color, title, label }) => (
            <div key={key} data-at={ms} title={title}>
              <svg
                className={classes["mark"]}
                style={{ left: x - 6, color: toColor(color) }}
                viewBox="0 0 12 12"
              >
                <path d={paths[shape]} fill="currentColor" />
              </svg>
              {label && (
                <span
                  className={classes["label"]}
                  style={{ left: label.left, top: markHeight + label.row * labelHeight }}
                >
                  {label.text}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
      <BarLane bars={zones} sign="⬡" toTitle={(label) => `管制区：${label}`} toColor={(color) => color} />
      <BarLane bars={videos} sign="▶" toTitle={(label) => `录像：${label}`} toColor={toColor} />
    </div>
  );
}
