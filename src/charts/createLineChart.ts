import { LineChart, type LineSeriesOption } from "echarts/charts";
import {
  type DataZoomComponentOption,
  DataZoomInsideComponent,
  GridComponent,
  type GridComponentOption,
} from "echarts/components";
import { type ComposeOption, type ECharts, init, use as registerParts } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import * as z from "zod/mini";

// Only the parts that are used: the whole of ECharts is several times as large.
registerParts([LineChart, GridComponent, DataZoomInsideComponent, CanvasRenderer]);

export type LineChartOption = ComposeOption<LineSeriesOption | GridComponentOption | DataZoomComponentOption>;

export interface LineChartHandle {
  /** Draws the option at the next frame; lines and value axes that it does not name go. */
  readonly draw: (option: LineChartOption) => void;
  /** Fits the chart to its element. */
  readonly resize: () => void;
  readonly dispose: () => void;
}

const zoomEvent = z.object({ batch: z.array(z.object({ start: z.number(), end: z.number() })) });

/**
 * Creates an empty chart of lines that fills the element.
 * @param onZoom called when wheel or pinch zoomed, with the shown part of the time axis, from 0 to 1
 */
export function createLineChart(
  element: HTMLElement,
  onZoom: (start: number, end: number) => void,
): LineChartHandle {
  const chart: ECharts = init(element, null, { renderer: "canvas" });
  chart.on("datazoom", (event) => {
    const [zoom] = zoomEvent.safeParse(event).data?.batch ?? [];
    if (zoom) onZoom(zoom.start / 100, zoom.end / 100);
  });
  return {
    draw: (option) => chart.setOption(option, { replaceMerge: ["series", "yAxis"], lazyUpdate: true }),
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  };
}
