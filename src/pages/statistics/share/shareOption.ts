import type { ShareChartOption } from "../../../charts/createShareChart.ts";
import { formatShare } from "../change.ts";
import { type ChartScheme, chartColors, getSeriesColor } from "../chartColors.ts";

/** A part of a whole. */
export interface Share {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The value as it is shown. */
  readonly text: string;
  /** The list behind it; null where there is none. */
  readonly href: string | null;
}

/** Shares with a colour of their own; the others are drawn as one. */
const maxColors = 8;

export interface DrawnShare extends Pick<Share, "key" | "label" | "value" | "text"> {
  readonly color: string;
}

/** The largest shares, each with its colour, and the sum of the rest. Nothing without a value is drawn. */
export function toDrawnShares(
  shares: readonly Share[],
  format: (value: number) => string,
  scheme: ChartScheme,
): readonly DrawnShare[] {
  const known = shares.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  const shown = known.length > maxColors ? known.slice(0, maxColors - 1) : known;
  const rest = known.slice(shown.length).reduce((sum, { value }) => sum + value, 0);
  return [
    ...shown.map(({ key, label, value, text }, index) => ({
      key,
      label,
      value,
      text,
      color: getSeriesColor(scheme, index),
    })),
    ...(rest > 0
      ? [{ key: "rest", label: "其他", value: rest, text: format(rest), color: chartColors[scheme].border }]
      : []),
  ];
}

/** A bar for each share, the largest on top; its name and percentage are in the table beside it. */
export function buildShareOption(
  shares: readonly DrawnShare[],
  scheme: ChartScheme,
  fontFamily: string,
): ShareChartOption {
  const colors = chartColors[scheme];
  const text = { color: colors.text, fontSize: 12, fontFamily };
  const sum = shares.reduce((total, { value }) => total + value, 0);
  const toPercent = (value: number) => Math.round((value / sum) * 1000) / 10;
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 8, right: 56, top: 8, bottom: 8 },
    tooltip: {
      trigger: "item",
      // A tooltip of HTML needs styles that the content security policy forbids.
      renderMode: "richText",
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.border,
      textStyle: { ...text, color: colors.title },
      formatter: (params) => {
        const share = Array.isArray(params) ? undefined : shares[params.dataIndex];
        return share ? `${share.label}\n${share.text}  ${formatShare(share.value, sum)}` : "";
      },
    },
    xAxis: { type: "value", show: false, min: 0 },
    yAxis: {
      type: "category",
      inverse: true,
      data: shares.map(({ label }) => label),
      axisLabel: { ...text, width: 84, overflow: "truncate" },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      {
        type: "bar",
        barMaxWidth: 22,
        label: { ...text, show: true, position: "right", formatter: "{c}%" },
        data: shares.map(({ value, color }) => ({ value: toPercent(value), itemStyle: { color } })),
      },
    ],
  };
}
