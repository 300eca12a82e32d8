import * as word from "../../../../adapters/contract/words.ts";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { formatDuration } from "../playback/formatDuration.ts";
import { platformOutageColor } from "./stripColors.ts";
import type { StripFlight } from "./stripFlight.ts";
import type { TimeScale, TimeWindow } from "./timeScale.ts";

/** A hatched area. `left` and `width` are CSS px; `top` and `height` are percent of the plot's height. */
export interface GapArea {
  readonly key: string;
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly color: string;
  readonly title: string;
}

/** A shorter gap is drawn this wide, CSS px. */
const minWidth = 2;

/**
 * Areas of the gaps that the window shows. One flight's gaps are as high as the plot; several flights share the height,
 * each with a band of its own, so that one sees whose gap it is.
 */
export function layoutGaps(
  flights: readonly StripFlight[],
  window: TimeWindow,
  { toPixel }: TimeScale,
): readonly GapArea[] {
  const height = 100 / Math.max(1, flights.length);
  return flights.flatMap(({ ref, label, color, shiftMs, gaps }, band) =>
    gaps.flatMap((gap) => {
      const fromMs = Math.max(window.fromMs, gap.fromMs + shiftMs);
      const toMs = Math.min(window.toMs, gap.toMs + shiftMs);
      if (toMs <= fromMs) return [];
      const left = toPixel(fromMs);
      return {
        key: `${toFlightKey(ref)}-${gap.fromMs}`,
        left,
        width: Math.max(minWidth, toPixel(toMs) - left),
        top: band * height,
        height,
        color: gap.isPlatform ? platformOutageColor : color,
        title: `${label}：${gap.isPlatform ? word.platformGap : word.dataGap} ${formatDuration(gap.toMs - gap.fromMs)}`,
      };
    }),
  );
}
