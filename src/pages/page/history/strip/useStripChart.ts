import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { createLineChart, type LineChartHandle } from "../../../../charts/createLineChart.ts";
import { buildStripOption, type StripOptionInput } from "./stripOption.ts";
import { clampWindow, type TimeWindow } from "./timeScale.ts";

interface Options extends StripOptionInput {
  /** CSS px of the chart. */
  readonly height: number;
  readonly onZoom: (window: TimeWindow) => void;
}

/**
 * Draws the curves. The chart is drawn anew where flights, metrics, window, size or colours change, and never for the
 * cursor, which moves above it.
 * @returns the element to draw in
 */
export function useStripChart(options: Options): RefObject<HTMLDivElement | null> {
  const { flights, shown, whole, window, zeroMs, scheme, width, height, fontFamily, onZoom } = options;
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<LineChartHandle | null>(null);
  const handleZoom = useEffectEvent((start: number, end: number) => {
    const spanMs = whole.toMs - whole.fromMs;
    onZoom(clampWindow({ fromMs: whole.fromMs + start * spanMs, toMs: whole.fromMs + end * spanMs }, whole));
  });

  useEffect(() => {
    if (!element.current) return;
    const created = createLineChart(element.current, (start, end) => handleZoom(start, end));
    chart.current = created;
    return () => {
      chart.current = null;
      created.dispose();
    };
  }, []);

  useEffect(() => {
    if (width > 0 && height > 0) chart.current?.resize();
  }, [width, height]);

  useEffect(() => {
    if (width === 0) return;
    chart.current?.draw(
      buildStripOption({ flights, shown, whole, window, zeroMs, scheme, width, fontFamily }),
    );
  }, [flights, shown, whole, window, zeroMs, scheme, width, fontFamily]);

  return element;
}
