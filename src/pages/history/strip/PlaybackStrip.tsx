import { Skeleton } from "@mantine/core";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import type { StripChartProps } from "./StripChart.tsx";

const LazyStrip = lazyComponent<StripChartProps>(
  async () => (await import("./StripChart.tsx")).default,
  () => <Skeleton height={220} animate={false} aria-label="曲线和时间线正在加载" role="status" />,
);

/** Loads the strip's code beside the tracks, so that it does not hold up the first seek; shown, it tries again. */
export const preloadStrip = (): void => void LazyStrip.preload().catch(() => undefined);

/** Curves and timeline of one or several flights; a click or drag seeks. Arrow keys are left to the page. */
export function PlaybackStrip(props: StripChartProps) {
  return <LazyStrip {...props} />;
}
