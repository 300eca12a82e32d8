import { useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useState } from "react";
import { layoutBars } from "./barLayout.ts";
import { layoutEvents } from "./eventLayout.ts";
import { layoutGaps } from "./gapAreas.ts";
import type { PlaybackStripProps } from "./PlaybackStrip.tsx";
import classes from "./StripChart.module.css";
import { StripLanes } from "./StripLanes.tsx";
import { StripLegend } from "./StripLegend.tsx";
import { StripReadout } from "./StripReadout.tsx";
import { StripSummary } from "./StripSummary.tsx";
import { getPlotMargins } from "./stripOption.ts";
import { describeCursor } from "./summarize.ts";
import { createTimeScale, formatStripTime, isInWindow } from "./timeScale.ts";
import { useSeekPointer } from "./useSeekPointer.ts";
import { useShownCurves } from "./useShownCurves.ts";
import { useStripChart } from "./useStripChart.ts";
import { useTimeWindow } from "./useTimeWindow.ts";

const labelRows = 2;
const noBars: NonNullable<PlaybackStripProps["videos"]> = [];

/** The strip itself, whose code loads on first use. */
export default function StripChart(props: PlaybackStripProps) {
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
