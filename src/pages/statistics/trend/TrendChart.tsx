import { useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { type Ref, useImperativeHandle } from "react";
import { type CategoryWindow, createTrendChart } from "../../../charts/createTrendChart.ts";
import { useChart } from "../../../charts/useChart.ts";
import classes from "../Statistics.module.css";
import { buildTrendOption, type TrendOptionInput } from "./trendOption.ts";

/** What a card calls on its drawn chart. */
export interface DrawnChart {
  /** Null before the first drawing. */
  readonly toCanvas: () => HTMLCanvasElement | null;
}

export interface TrendChartProps extends Omit<TrendOptionInput, "scheme" | "fontFamily"> {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly onZoom: (window: CategoryWindow) => void;
  readonly onSelect: (bucket: number, measure: string) => void;
  readonly ref?: Ref<DrawnChart>;
}

/** The chart itself, whose code loads on first use. */
export default function TrendChart(props: TrendChartProps) {
  const { label, buckets, series, shown, view, window, linked, onZoom, onSelect, ref } = props;
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const option = buildTrendOption({ buckets, series, shown, view, window, linked, scheme, fontFamily });
  const { sizeRef, elementRef, toCanvas } = useChart(createTrendChart, option, (event) => {
    if (event.type === "select") onSelect(event.category, event.seriesId);
    // The window that the page itself has set is emitted too.
    else if (event.window.first !== window.first || event.window.last !== window.last) onZoom(event.window);
  });
  useImperativeHandle(ref, () => ({ toCanvas }));
  return (
    <div ref={sizeRef} className={classes["chart"]} role="img" aria-label={label}>
      <div ref={elementRef} className={classes["canvas"]} />
    </div>
  );
}
