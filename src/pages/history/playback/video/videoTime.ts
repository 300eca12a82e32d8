import type { FlightVideo } from "../../../../../adapters/contract/video.ts";
import type { StripBar } from "../../strip/stripFlight.ts";
import type { ShownFlight } from "../shownFlight.ts";

type FlightStart = {
  readonly flight: Pick<ShownFlight["flight"], "startedMs">;
  readonly shiftMs: number;
};

/** First and last moment of a video on the playback's clock, UTC ms of the first flight. */
export interface VideoSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where a video lies in the playback. */
export function getVideoSpan(
  { offsetMs, durationS }: Pick<FlightVideo, "offsetMs" | "durationS">,
  { flight, shiftMs }: FlightStart,
): VideoSpan {
  const fromMs = flight.startedMs + offsetMs + shiftMs;
  return { fromMs, toMs: fromMs + durationS * 1_000 };
}

/** What a video shows at a time of the playback. */
export type VideoMoment =
  | { readonly kind: "before" | "after" }
  | {
      readonly kind: "during";
      /** Seconds after its first frame. */
      readonly atS: number;
    };

/** The moment of a video at a time of the playback; at its very end it is over. */
export function toVideoMoment({ fromMs, toMs }: VideoSpan, timeMs: number): VideoMoment {
  if (timeMs < fromMs) return { kind: "before" };
  if (timeMs >= toMs) return { kind: "after" };
  return { kind: "during", atS: (timeMs - fromMs) / 1_000 };
}

/** The time of the playback at which a video shows the second `atS`. */
export const toMediaTime = ({ fromMs }: VideoSpan, atS: number): number => fromMs + atS * 1_000;

/** The videos of shown flights for the strip, which shifts them itself. */
export function toStripVideos(
  videos: readonly FlightVideo[],
  flights: readonly ShownFlight[],
): readonly StripBar[] {
  return videos.flatMap((video) => {
    const shown = flights.find(({ flight }) => flight.ref.flightId === video.flightId);
    if (!shown) return [];
    const span = getVideoSpan(video, { flight: shown.flight, shiftMs: 0 });
    return { flightId: video.flightId, ...span, label: video.name };
  });
}

/** Further apart than this, the picture is not of the moment that the map shows. */
const maxDriftS = 0.25;
/** A resting picture is to be the very one. */
const maxRestingDriftS = 0.02;

interface FollowState {
  /** Where the video should be, seconds. */
  readonly targetS: number;
  readonly currentS: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  /** Time that its last jump took, seconds: it arrives that much later. */
  readonly jumpS: number;
}

/**
 * Where a video must jump to, to be in step; null where it is. A quarter of a second is measured by the watcher's
 * clock: at 8× these are two seconds of the video.
 */
export function getJump({ targetS, currentS, isPlaying, rate, jumpS }: FollowState): number | null {
  const speed = Math.max(1, rate);
  const maxS = isPlaying ? maxDriftS * speed : maxRestingDriftS;
  if (Math.abs(targetS - currentS) <= maxS) return null;
  return isPlaying ? targetS + jumpS * rate : targetS;
}
