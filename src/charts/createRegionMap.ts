import { HeatmapChart, type HeatmapSeriesOption, MapChart, type MapSeriesOption } from "echarts/charts";
import {
  GeoComponent,
  type GeoComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
  type VisualMapComponentOption,
  VisualMapContinuousComponent,
} from "echarts/components";
import { type ComposeOption, type ECharts, init, registerMap, use as registerParts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import * as z from "zod/mini";
import { type ChartHandle, toChartHandle } from "./useChart.ts";

registerParts([
  MapChart,
  HeatmapChart,
  GeoComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
]);

export type RegionMapOption = ComposeOption<
  | MapSeriesOption
  | HeatmapSeriesOption
  | GeoComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

/** Areas and lines in the encoding of ECharts, as `tools/geo` writes them. */
export type Outlines = Parameters<typeof registerMap>[1];

const selectEvent = z.object({ name: z.string() });

/** Makes outlines known to all maps, under a name that options use. */
export const registerOutlines = (name: string, outlines: Outlines): void => registerMap(name, outlines);

/**
 * Creates an empty map that fills the element.
 * @param onSelect called when an area is clicked, with its code
 */
export function createRegionMap(
  element: HTMLElement,
  onSelect: (code: string) => void,
): ChartHandle<RegionMapOption> {
  const chart: ECharts = init(element, null, { renderer: "canvas" });
  chart.on("click", (event) => {
    const { data } = selectEvent.safeParse(event);
    if (data) onSelect(data.name);
  });
  return toChartHandle(chart, (option) => chart.setOption(option, { notMerge: true }));
}
