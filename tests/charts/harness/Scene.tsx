import { MantineProvider } from "@mantine/core";
import { useEffect, useState } from "react";
import { createConsoleTheme } from "../../../src/app/theme/createConsoleTheme.ts";
import { resolveColorVariables } from "../../../src/app/theme/resolveColorVariables.ts";
import { type PageApi, PageApiContext } from "../../../src/pageApi/usePageApi.ts";
import { PlaybackStrip } from "../../../src/pages/history/strip/PlaybackStrip.tsx";
import type { StripBar, StripFlight } from "../../../src/pages/history/strip/stripFlight.ts";

type Columns = "times" | "heightM" | "speedMs" | "battery";

/** A flight as a test sends it: typed arrays do not reach a page, so null stands for NaN. */
export type SceneFlight = Omit<StripFlight, Columns> & Readonly<Record<Columns, readonly (number | null)[]>>;

export interface StripScene {
  readonly scheme: "light" | "dark";
  readonly flights: readonly SceneFlight[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeMs: number;
  readonly videos?: readonly StripBar[];
  /** Media time per wall time; absent is paused. */
  readonly rate?: number;
}

const theme = createConsoleTheme("#409EFF", "medium");
const toColumn = (values: readonly (number | null)[]) =>
  Float64Array.from(values, (value) => value ?? Number.NaN);
// The strip asks the console for its toasts only, and only if its code does not load.
const pageApi = { toast: { error: (text: string) => console.error(text) } } as unknown as PageApi;

/** The strip with a clock, as a page around it would have. */
export function Scene({ scheme, flights: sent, fromMs, toMs, timeMs: startMs, videos, rate }: StripScene) {
  const [flights] = useState(() =>
    sent.map((flight) => ({
      ...flight,
      times: toColumn(flight.times),
      heightM: toColumn(flight.heightM),
      speedMs: toColumn(flight.speedMs),
      battery: toColumn(flight.battery),
    })),
  );
  const [timeMs, setTime] = useState(startMs);
  useEffect(() => {
    if (rate === undefined) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function advance(now) {
      const elapsed = now - last;
      last = now;
      setTime((ms) => Math.min(toMs, ms + elapsed * rate));
      frame = requestAnimationFrame(advance);
    });
    return () => cancelAnimationFrame(frame);
  }, [rate, toMs]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveColorVariables} forceColorScheme={scheme}>
      <PageApiContext value={pageApi}>
        <h1>回放</h1>
        <PlaybackStrip
          flights={flights}
          fromMs={fromMs}
          toMs={toMs}
          timeMs={timeMs}
          zeroMs={null}
          onSeek={(ms) => {
            window.seeks.push(ms);
            setTime(ms);
          }}
          {...(videos ? { videos } : {})}
        />
      </PageApiContext>
    </MantineProvider>
  );
}
