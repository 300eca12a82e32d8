import { useComputedColorScheme, useMantineTheme, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import * as word from "../../../../adapters/contract/words.ts";
import { createLineChart, type LineChartHandle } from "../../../charts/createLineChart.ts";
import { layoutBars } from "./barLayout.ts";
import { layoutEvents } from "./eventLayout.ts";
import { layoutGaps } from "./gapAreas.ts";
import classes from "./StripChart.module.css";
import { StripLanes } from "./StripLanes.tsx";
import { StripLegend } from "./StripLegend.tsx";
import { StripReadout } from "./StripReadout.tsx";
import type { StripBar, StripFlight } from "./stripFlight.ts";
import { buildStripOption, getPlotMargins, type StripOptionInput } from "./stripOption.ts";
import { describeCursor, summarizeFlight } from "./summarize.ts";
import {
  clampWindow,
  createTimeScale,
  formatStripTime,
  isInWindow,
  type TimeWindow,
  turnPage,
} from "./timeScale.ts";
import { useShownCurves } from "./useShownCurves.ts";

export interface StripChartProps {
  /** At most 16. */
  readonly flights: readonly StripFlight[];
  /** The times at both ends, ms, after the flights' shifts. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Time of the cursor, ms. */
  readonly timeMs: number;
  /** Take-off from which compared flights count, ms; null where the strip has times of day. */
  readonly zeroMs: number | null;
  readonly onSeek: (ms: number) => void;
  readonly videos?: readonly StripBar[];
  /** Stays in zones. */
  readonly zones?: readonly StripBar[];
}

const labelRows = 2;
const noBars: NonNullable<StripChartProps["videos"]> = [];

/** The strip itself, whose code loads on first use. */
export default function StripChart(props: StripChartProps) {
  const { flights, fromMs, toMs, timeMs, zeroMs, onSeek, videos = noBars, zones = noBars } = props;
  const scheme = useComputedColorScheme("light");
  const { fontFamily = "sans-serif" } = useMantineTheme();
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const [hoverX, setHoverX] = useState<number | null>(null);
  const whole = { fromMs, toMs: Math.max(toMs, fromMs + 1) };
  const { window, setWindow } = useTimeWindow(whole, timeMs);
  const curves = useShownCurves(flights, width);
  const chartRef = useStripChart({
    flights: curves.flights,
    shown: curves.metrics,
    whole,
    window,
    zeroMs,
    scheme,
    width,
    height,
    fontFamily,
    onZoom: setWindow,
  });

  const margins = getPlotMargins(curves.metrics.length);
  const plotWidth = width - margins.left - margins.right;
  const scale = createTimeScale(window, margins.left, plotWidth);
  const right = margins.left + plotWidth;
  const pointer = useSeekPointer({ toTime: scale.toTime, onSeek, onHover: setHoverX });
  const isOverPlot = hoverX !== null && hoverX >= margins.left && hoverX <= right;
  const isCompared = flights.length > 1;
  const second = Math.floor(timeMs / 1000) * 1000;
  return (
    <section className={classes["strip"]} aria-label="曲线和时间线">
      <StripLegend curves={curves} whole={whole} window={window} timeMs={timeMs} onWindow={setWindow} />
      <div className={classes["body"]} {...pointer}>
        <div
          ref={sizeRef}
          className={classes["plot"]}
          role="slider"
          tabIndex={0}
          aria-label="播放位置"
          aria-valuemin={fromMs}
          aria-valuemax={toMs}
          aria-valuenow={Math.min(toMs, Math.max(fromMs, second))}
          aria-valuetext={describeCursor(curves.flights, second, zeroMs)}
        >
          <div ref={chartRef} className={classes["canvas"]} />
          <div className={classes["gaps"]} style={{ top: margins.top, bottom: margins.bottom }}>
            {layoutGaps(curves.flights, window, scale).map((area) => (
              <div
                key={area.key}
                className={classes["gap"]}
                title={area.title}
                style={{
                  left: area.left,
                  width: area.width,
                  top: `${area.top}%`,
                  height: `${area.height}%`,
                  ...(isCompared ? { color: area.color } : {}),
                }}
              />
            ))}
          </div>
        </div>
        <StripLanes
          marks={layoutEvents(curves.flights, window, scale, { left: margins.left, right, rows: labelRows })}
          videos={layoutBars(videos, curves.flights, window, scale)}
          zones={layoutBars(zones, curves.flights, window, scale)}
          labelRows={labelRows}
          isColored={isCompared}
        />
        {isInWindow(window, timeMs) && width > 0 && (
          <div
            className={classes["cursor"]}
            style={{ transform: `translateX(${scale.toPixel(timeMs)}px)` }}
            aria-hidden
          />
        )}
        {isOverPlot && (
          <StripReadout
            flights={curves.flights}
            metrics={curves.metrics}
            x={hoverX}
            isLeft={hoverX > margins.left + plotWidth / 2}
            ms={scale.toTime(hoverX)}
            zeroMs={zeroMs}
            width={width}
          />
        )}
      </div>
      <StripSummary
        flights={flights}
        caption={`曲线的文字说明，${formatStripTime(fromMs, zeroMs)} 至 ${formatStripTime(toMs, zeroMs)}`}
      />
    </section>
  );
}

interface ZoomedWindow {
  readonly window: TimeWindow;
  readonly setWindow: (window: TimeWindow) => void;
}

/**
 * The shown part of the whole time, which begins with all of it. A cursor that leaves it by playing takes it along; one
 * that was outside before, because somebody looks at another place, does not.
 */
function useTimeWindow(whole: TimeWindow, timeMs: number): ZoomedWindow {
  const [zoomed, setZoomed] = useState<TimeWindow | null>(null);
  const lastTime = useRef(timeMs);
  // After a change of the whole, as when flights are compared, the old part may lie outside.
  const window = zoomed ? clampWindow(zoomed, whole) : whole;
  useEffect(() => {
    const wasInside = isInWindow(window, lastTime.current);
    lastTime.current = timeMs;
    if (wasInside && !isInWindow(window, timeMs) && isInWindow(whole, timeMs))
      setZoomed(turnPage(window, timeMs, whole));
  }, [timeMs, window, whole]);
  const setWindow = (next: TimeWindow) =>
    setZoomed(next.fromMs <= whole.fromMs && next.toMs >= whole.toMs ? null : next);
  return { window, setWindow };
}

interface StripChartOptions extends StripOptionInput {
  /** CSS px of the chart. */
  readonly height: number;
  readonly onZoom: (window: TimeWindow) => void;
}

/**
 * Draws the curves. The chart is drawn again where flights, metrics, window, size or colours change, and never for the
 * cursor, which moves above it.
 * @returns the element to draw in
 */
function useStripChart(options: StripChartOptions): RefObject<HTMLDivElement | null> {
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
    // In a task of its own: a seek that comes before it moves the cursor first.
    const task = setTimeout(() =>
      chart.current?.draw(
        buildStripOption({ flights, shown, whole, window, zeroMs, scheme, width, fontFamily }),
      ),
    );
    return () => clearTimeout(task);
  }, [flights, shown, whole, window, zeroMs, scheme, width, fontFamily]);

  return element;
}

interface Props {
  readonly flights: readonly StripFlight[];
  readonly caption: string;
}

/** The curves in a table for screen readers: the canvas is silent. */
function StripSummary({ flights, caption }: Props) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[word.flight, word.time, word.height, word.speed, word.battery, word.dataGap].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {flights.map(summarizeFlight).map(({ key, label, times, height, speed, battery, gaps }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{times}</td>
              <td>{height}</td>
              <td>{speed}</td>
              <td>{battery}</td>
              <td>{gaps}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
}

interface SeekOptions {
  /** @param x CSS px from the element's left edge */
  readonly toTime: (x: number) => number;
  readonly onSeek: (ms: number) => void;
  /** @param x CSS px from the element's left edge; null where the mouse has left */
  readonly onHover: (x: number | null) => void;
}

const getX = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
  clientX - currentTarget.getBoundingClientRect().left;

/** The time of the event tick under the pointer; null beside ticks. */
function getMarkTime({ target }: PointerEvent<HTMLElement>): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
  const at = mark?.dataset["at"];
  return at === undefined ? null : Number(at);
}

/**
 * Seeks by click and drag. A finger seeks when it moves or lifts, not when it lands: it may begin to scroll the page
 * (which cancels the pointer) or to pinch.
 */
function useSeekPointer({ toTime, onSeek, onHover }: SeekOptions): PointerHandlers {
  const dragged = useRef<number | null>(null);
  return {
    onPointerDown(event) {
      if (!event.isPrimary) dragged.current = null;
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = event.pointerId;
      onHover(null);
      if (event.pointerType !== "touch") onSeek(getMarkTime(event) ?? toTime(getX(event)));
    },
    onPointerMove(event) {
      if (dragged.current === event.pointerId) onSeek(toTime(getX(event)));
      else if (event.pointerType !== "touch") onHover(getX(event));
    },
    onPointerUp(event) {
      if (dragged.current !== event.pointerId) return;
      dragged.current = null;
      if (event.pointerType === "touch") onSeek(getMarkTime(event) ?? toTime(getX(event)));
    },
    onPointerCancel() {
      dragged.current = null;
    },
    onPointerLeave() {
      onHover(null);
    },
  };
}
