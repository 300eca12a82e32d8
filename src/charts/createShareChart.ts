import { BarChart, type BarSeriesOption } from "echarts/charts";
import {
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from "echarts/components";
import { type ComposeOption, type ECharts, init, use as registerParts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import * as z from "zod/mini";
import { type ChartHandle, toChartHandle } from "./useChart.ts";

// The parts of the charts over time: a ring would cost 7 KB more.
registerParts([BarChart, GridComponent, TooltipComponent, CanvasRenderer]);

export type ShareChartOption = ComposeOption<BarSeriesOption | GridComponentOption | TooltipComponentOption>;

const selectEvent = z.object({ dataIndex: z.int() });

/**
 * Creates an empty chart of shares that fills the element.
 * @param onSelect called when a share is clicked, with its index in the data
 */
export function createShareChart(
  element: HTMLElement,
  onSelect: (index: number) => void,
): ChartHandle<ShareChartOption> {
  const chart: ECharts = init(element, null, { renderer: "canvas" });
  chart.on("click", (event) => {
    const { data } = selectEvent.safeParse(event);
    if (data) onSelect(data.dataIndex);
  });
  return toChartHandle(chart, (option) => chart.setOption(option, { notMerge: true }));
}
