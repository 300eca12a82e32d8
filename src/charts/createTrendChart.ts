import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from "echarts/charts";
import {
  type DataZoomComponentOption,
  DataZoomInsideComponent,
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from "echarts/components";
import { type ComposeOption, type ECharts, init, use as registerParts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import * as z from "zod/mini";
import { type ChartHandle, toChartHandle } from "./useChart.ts";

// Only the parts that are used: the whole of ECharts is several times as large.
registerParts([
  BarChart,
  LineChart,
  GridComponent,
  TooltipComponent,
  DataZoomInsideComponent,
  CanvasRenderer,
]);

export type TrendChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption | DataZoomComponentOption
>;

/** The shown categories, from 0, both included. */
export interface CategoryWindow {
  readonly first: number;
  readonly last: number;
}

export type TrendChartEvent =
  /** Zoomed by wheel or pinch. */
  | { readonly type: "zoom"; readonly window: CategoryWindow }
  /** A bar or point was clicked. */
  | { readonly type: "select"; readonly category: number; readonly seriesId: string };

const zoomedOption = z.object({
  dataZoom: z.array(z.object({ startValue: z.number(), endValue: z.number() })),
});
const selectEvent = z.object({ dataIndex: z.int(), seriesId: z.string() });

/** Creates an empty chart of bars and lines over categories that fills the element. */
export function createTrendChart(
  element: HTMLElement,
  emit: (event: TrendChartEvent) => void,
): ChartHandle<TrendChartOption> {
  const chart: ECharts = init(element, null, { renderer: "canvas" });
  chart.on("datazoom", () => {
    const [zoom] = zoomedOption.safeParse(chart.getOption()).data?.dataZoom ?? [];
    if (zoom) emit({ type: "zoom", window: { first: zoom.startValue, last: zoom.endValue } });
  });
  chart.on("click", (event) => {
    const { data } = selectEvent.safeParse(event);
    if (data) emit({ type: "select", category: data.dataIndex, seriesId: data.seriesId });
  });
  // ECharts stops the wheel also where it does not zoom by it: only with Ctrl the chart gets it, otherwise the page does.
  const scrollPage = (event: WheelEvent) => {
    if (!event.ctrlKey) event.stopPropagation();
  };
  element.addEventListener("wheel", scrollPage, { capture: true, passive: true });
  // Series and axes that an option does not name go.
  const handle = toChartHandle<TrendChartOption>(chart, (option) =>
    chart.setOption(option, { replaceMerge: ["series", "yAxis", "dataZoom"] }),
  );
  return {
    ...handle,
    dispose() {
      element.removeEventListener("wheel", scrollPage, { capture: true });
      handle.dispose();
    },
  };
}
