import { useElementSize } from "@mantine/hooks";
import type { ECharts } from "echarts/core";
import { type RefCallback, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { runWhenIdle } from "../loading/runWhenIdle.ts";
import { usePixelRatio } from "../ui/usePixelRatio.ts";

/** A chart in an element. */
export interface ChartHandle<Option> {
  readonly draw: (option: Option) => void;
  /** Fits the chart to its element. */
  readonly resize: () => void;
  /** The chart as it is drawn, at twice its size. */
  readonly toCanvas: () => HTMLCanvasElement;
  readonly dispose: () => void;
}

/** The handle of an ECharts instance. */
export const toChartHandle = <Option>(
  chart: ECharts,
  draw: ChartHandle<Option>["draw"],
): ChartHandle<Option> => ({
  draw,
  resize() {
    const { clientWidth, clientHeight } = chart.getDom();
    // A resize draws all anew, also where nothing has changed.
    if (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight) chart.resize();
  },
  toCanvas: () => chart.renderToCanvas({ pixelRatio: 2 }),
  dispose: () => chart.dispose(),
});

interface MountedChart {
  /** Of the box that gives the chart its size. */
  readonly sizeRef: RefCallback<HTMLDivElement | null>;
  /** Of the element that it is drawn in. */
  readonly elementRef: RefObject<HTMLDivElement | null>;
  /** Null before the first drawing. */
  readonly toCanvas: () => HTMLCanvasElement | null;
}

/**
 * Keeps a chart in an element and draws it again where option or size change.
 * @param create makes the chart once, and emits what the user does with it
 */
export function useChart<Option, Event>(
  create: (element: HTMLElement, emit: (event: Event) => void) => ChartHandle<Option>,
  option: Option,
  onEvent: (event: Event) => void,
): MountedChart {
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const elementRef = useRef<HTMLDivElement>(null);
  const chart = useRef<ChartHandle<Option> | null>(null);
  const drawnOption = useRef<Option | null>(null);
  const handleEvent = useEffectEvent(onEvent);
  const pixelRatio = usePixelRatio();
  useEffect(() => {
    if (!elementRef.current) return;
    const created = create(elementRef.current, (event) => handleEvent(event));
    chart.current = created;
    drawnOption.current = null;
    return () => {
      chart.current = null;
      created.dispose();
    };
    // A chart keeps the ratio that it was created with.
  }, [create, pixelRatio]);
  useEffect(() => {
    if (width > 0 && height > 0) chart.current?.resize();
  }, [width, height]);
  const isLaidOut = width > 0;
  useEffect(() => {
    const element = elementRef.current;
    // The first drawing does not wait for the observer of the size.
    if (!element || (!isLaidOut && element.clientWidth === 0)) return;
    const draw = () => {
      if (drawnOption.current === option) return;
      drawnOption.current = option;
      chart.current?.draw(option);
    };
    // Each chart is drawn in a task of its own, and first those that are seen.
    if (!isInView(element)) return runWhenIdle(draw);
    const task = setTimeout(draw);
    return () => clearTimeout(task);
  }, [option, isLaidOut, pixelRatio]);
  return { sizeRef, elementRef, toCanvas: () => chart.current?.toCanvas() ?? null };
}

const isInView = (element: HTMLElement) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};
