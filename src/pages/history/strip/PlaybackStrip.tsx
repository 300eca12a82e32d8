import { Skeleton } from "@mantine/core";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import type { StripBar, StripFlight } from "./stripFlight.ts";

export interface PlaybackStripProps {
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

const LazyStrip = lazyComponent<PlaybackStripProps>(
  async () => (await import("./StripChart.tsx")).default,
  () => <Skeleton height={220} animate={false} aria-label="曲线和时间线正在加载" role="status" />,
);

/** Loads the strip's code beside the tracks, so that it does not hold up the first seek; shown, it tries again. */
export const preloadStrip = (): void => void LazyStrip.preload().catch(() => undefined);

/** Curves and timeline of one or several flights; a click or drag seeks. Arrow keys are left to the page. */
export function PlaybackStrip(props: PlaybackStripProps) {
  return <LazyStrip {...props} />;
}
