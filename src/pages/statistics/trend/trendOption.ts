import type { CategoryWindow, TrendChartOption } from "../../../charts/createTrendChart.ts";
import { formatNumber } from "../../../ui/format/formatNumber.ts";
import { type ChartScheme, chartColors, getSeriesColor } from "../chartColors.ts";
import type { TrendView } from "../measures.ts";
import type { TrendBucket, TrendSeries } from "./trendSeries.ts";

export interface TrendOptionInput {
  readonly buckets: readonly TrendBucket[];
  /** All series; their order gives their colours. */
  readonly series: readonly TrendSeries[];
  /** Names of the measures that are drawn. */
  readonly shown: readonly string[];
  readonly view: TrendView;
  readonly window: CategoryWindow;
  readonly scheme: ChartScheme;
  readonly fontFamily: string;
  /** Names of the measures whose bars lead to a list. */
  readonly linked: readonly string[];
}

/** Large numbers of an axis in 万 and 亿, as they would take half of a narrow chart. */
export function formatAxisNumber(value: number): string {
  const round = (part: number) => formatNumber(Math.round(part * 100) / 100);
  if (Math.abs(value) >= 100_000_000) return `${round(value / 100_000_000)} 亿`;
  if (Math.abs(value) >= 10_000) return `${round(value / 10_000)} 万`;
  return round(value);
}

const getFirstIndex = (params: unknown): number => {
  const [first] = Array.isArray(params) ? (params as readonly { readonly dataIndex?: unknown }[]) : [];
  return typeof first?.dataIndex === "number" ? first.dataIndex : -1;
};

/** Bars of what was added, or lines of the totals; measures with another unit have an axis on the right. */
export function buildTrendOption(input: TrendOptionInput): TrendChartOption {
  const { buckets, series, shown, view, window, scheme, fontFamily, linked } = input;
  const colors = chartColors[scheme];
  const text = { color: colors.text, fontSize: 12, fontFamily };
  const drawn = series.filter(({ measure }) => shown.includes(measure.name));
  const units = [...new Set(drawn.map(({ measure }) => measure.unit))];
  const hasWholeNumbers = (unit: string) => unit === "";
  const describeBucket = (index: number) =>
    [
      buckets[index]?.label,
      ...drawn.map(({ measure, values }) => `${measure.label}  ${measure.format(values[index] ?? 0)}`),
    ].join("\n");
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 8, right: 8, top: 32, bottom: 8 },
    xAxis: {
      type: "category",
      data: buckets.map(({ label }) => label),
      axisLabel: { ...text, hideOverlap: true },
      axisLine: { lineStyle: { color: colors.text } },
      axisTick: { show: false },
    },
    yAxis: units.map((unit, index) => ({
      type: "value",
      name: unit,
      nameTextStyle: { ...text, align: index === 0 ? "right" : "left" },
      position: index === 0 ? "left" : "right",
      min: 0,
      ...(hasWholeNumbers(unit) ? { minInterval: 1 } : {}),
      axisLabel: { ...text, formatter: formatAxisNumber },
      splitLine: { show: index === 0, lineStyle: { color: colors.line } },
    })),
    tooltip: {
      trigger: "axis",
      // A tooltip of HTML needs styles that the content security policy forbids.
      renderMode: "richText",
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.border,
      textStyle: { ...text, color: colors.title },
      axisPointer: { type: view === "added" ? "shadow" : "line" },
      formatter: (params) => describeBucket(getFirstIndex(params)),
    },
    dataZoom: [
      {
        type: "inside",
        startValue: window.first,
        endValue: window.last,
        // The wheel scrolls the page.
        zoomOnMouseWheel: "ctrl",
        // A drag moves the window where it is zoomed.
        moveOnMouseMove: window.last - window.first < buckets.length - 1,
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
      },
    ],
    series: drawn.map(({ measure, values }) => {
      const color = getSeriesColor(
        scheme,
        series.findIndex((other) => other.measure.name === measure.name),
      );
      const shared = {
        id: measure.name,
        name: measure.label,
        yAxisIndex: units.indexOf(measure.unit),
        data: values.map(measure.toAxis),
        color,
        cursor: linked.includes(measure.name) ? "pointer" : "default",
      };
      return view === "added"
        ? { ...shared, type: "bar" as const, barMaxWidth: 36 }
        : {
            ...shared,
            type: "line" as const,
            showSymbol: buckets.length === 1,
            lineStyle: { width: 2 },
            areaStyle: { opacity: 0.12 },
          };
    }),
  };
}
