import type { LineChartOption } from "../../../charts/createLineChart.ts";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { getRange, joinRanges, type ValueRange } from "../valueRange.ts";
import { toLinePoints } from "./linePoints.ts";
import { type Metric, metrics } from "./metrics.ts";
import { type StripScheme, stripColors } from "./stripColors.ts";
import type { StripFlight } from "./stripFlight.ts";
import { formatAxisTime, minWindowMs, type TimeWindow } from "./timeScale.ts";

export interface AxisRange extends ValueRange {
  /** Distance of its lines. */
  readonly interval: number;
}

/** At most so many lines above the lowest. */
const maxSteps = 5;

/**
 * Range of a metric's axis: round numbers, always with zero, so that curves can be compared by eye. Battery is 0 to
 * 100 %.
 */
export function toAxisRange(metric: Metric, range: ValueRange | null): AxisRange {
  if (metric === "battery") return { min: 0, max: 100, interval: 25 };
  const low = Math.min(0, range?.min ?? 0);
  const high = Math.max(0, range?.max ?? 0);
  const interval = toRoundStep((high - low || maxSteps) / maxSteps);
  const top = Math.ceil(high / interval) * interval;
  return {
    min: Math.floor(low / interval) * interval,
    max: top === 0 && low === 0 ? interval : top,
    interval,
  };
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is at least as large. */
function toRoundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return digit * power;
}

/** Distances of the plot from the chart's edges, CSS px. */
export interface PlotMargins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const axisWidth = 48;
/** The last time's label is as wide. */
const edgeWidth = 28;

/** Space for the axes: the first metric's is on the left, the others' on the right. */
export const getPlotMargins = (metricCount: number): PlotMargins => ({
  left: axisWidth,
  right: Math.max(edgeWidth, (metricCount - 1) * axisWidth),
  top: 24,
  bottom: 22,
});

export interface StripOptionInput {
  readonly flights: readonly StripFlight[];
  /** Shown metrics; several flights are compared by one. */
  readonly shown: readonly Metric[];
  readonly whole: TimeWindow;
  readonly window: TimeWindow;
  /** Take-off from which compared flights count, ms; null where the axis has times of day. */
  readonly zeroMs: number | null;
  readonly scheme: StripScheme;
  /** CSS px of the chart. */
  readonly width: number;
  readonly fontFamily: string;
}

/** Pixels that one label of the time axis needs. */
const timeLabelWidth = 90;

const moveWindow = ({ fromMs, toMs }: TimeWindow, byMs: number): TimeWindow => ({
  fromMs: fromMs + byMs,
  toMs: toMs + byMs,
});

/** Options of the chart: an axis a metric, a line a flight and metric; time only, no cursor. */
export function buildStripOption(input: StripOptionInput): LineChartOption {
  const { shown, zeroMs, scheme, width, fontFamily } = input;
  // The axis counts from the take-off, so that its labels are at round times since then.
  const originMs = zeroMs ?? 0;
  const whole = moveWindow(input.whole, -originMs);
  const window = moveWindow(input.window, -originMs);
  const flights = input.flights.map((flight) => ({ ...flight, shiftMs: flight.shiftMs - originMs }));
  const colors = stripColors[scheme];
  const margins = getPlotMargins(shown.length);
  const plotWidth = Math.max(1, width - margins.left - margins.right);
  const text = { color: colors.text, fontSize: 12, fontFamily };
  const toAxis = (metric: Metric, position: number) => {
    const { label, unit, select } = metrics[metric];
    const color = flights.length > 1 ? colors.text : colors.metrics[metric];
    return {
      type: "value" as const,
      ...toAxisRange(metric, joinRanges(flights.map((flight) => getRange(select(flight))))),
      position: position === 0 ? ("left" as const) : ("right" as const),
      offset: Math.max(0, position - 1) * axisWidth,
      name: `${label} ${unit}`,
      nameGap: 8,
      nameTextStyle: { ...text, color },
      axisLabel: { ...text, color, margin: 6 },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: position === 0, lineStyle: { color: colors.grid } },
    };
  };
  return {
    animation: false,
    // Times of day are Asia/Shanghai: round UTC hours are round hours there, whatever the computer's time zone.
    useUTC: true,
    // ECharts would otherwise move the plot to make room for labels; the overlays need to know where it is.
    grid: { ...margins, outerBoundsMode: "none" },
    xAxis: {
      type: "time",
      min: whole.fromMs,
      max: whole.toMs,
      splitNumber: Math.max(2, Math.floor(plotWidth / timeLabelWidth)),
      axisLabel: {
        ...text,
        hideOverlap: true,
        formatter: (ms: number) => formatAxisTime(ms + originMs, input.window, zeroMs),
      },
      axisLine: { lineStyle: { color: colors.text } },
      axisTick: { lineStyle: { color: colors.text } },
      splitLine: { show: false },
    },
    yAxis: shown.map(toAxis),
    dataZoom: [
      {
        type: "inside",
        // The lines are cut to the window before.
        filterMode: "none",
        startValue: window.fromMs,
        endValue: window.toMs,
        minValueSpan: Math.min(minWindowMs, whole.toMs - whole.fromMs),
        zoomOnMouseWheel: true,
        moveOnMouseWheel: "shift",
        // A drag seeks.
        moveOnMouseMove: false,
        preventDefaultMouseMove: false,
      },
    ],
    series: shown.flatMap((metric, yAxisIndex) =>
      flights.map((flight) => ({
        type: "line" as const,
        id: `${metric} ${toFlightKey(flight.ref)}`,
        name: flight.label,
        yAxisIndex,
        data: toLinePoints(flight, metrics[metric].select(flight), window, plotWidth),
        connectNulls: false,
        showSymbol: false,
        silent: true,
        clip: true,
        color: flights.length > 1 ? flight.color : colors.metrics[metric],
        lineStyle: { width: 2, join: "round" },
      })),
    ),
  };
}
