import type { ErrorInfo } from "./errorInfo.ts";

/** How many times faster than in reality a playback can run. */
export const playbackRates = [0.5, 1, 2, 4, 8, 16, 32] as const;
export type PlaybackRate = (typeof playbackRates)[number];

/** What the clock needs of a track; UTC ms by the server's clock. */
export interface TrackBounds {
  readonly startMs: number;
  readonly endMs: number;
  /** Its take-off, where tracks are compared from. */
  readonly takeoffMs: number;
}

/** The track of one flight, or why it cannot be played. */
export type FlightLoad<Track> =
  | { readonly key: string; readonly track: Track }
  | { readonly key: string; readonly error: ErrorInfo };

/** Port of the playback. Functions without a promise must not throw. */
export interface PlaybackPort<Track> {
  /** Ms of a clock that only goes forward. */
  readonly now: () => number;
  /** Loads the tracks of these flights; one that fails does not keep the others from playing. */
  readonly load: (keys: readonly string[], signal: AbortSignal) => Promise<readonly FlightLoad<Track>[]>;
}

export type PlaybackEvent =
  | {
      type: "flights.open";
      keys: readonly string[];
      /** UTC ms; null for the beginning. */
      startAt: number | null;
      rate: PlaybackRate;
      /** Null: only if the flights are far apart. */
      compare: boolean | null;
    }
  | { type: "flights.retry" }
  /** Raised by the machine: what failed before has come. */
  | { type: "flights.added" }
  | { type: "player.play" }
  | { type: "player.pause" }
  | { type: "player.toggle" }
  | { type: "time.seek"; ms: number }
  /** Moves by so many ms of the flight, back where negative. */
  | { type: "time.step"; ms: number }
  | { type: "time.home" }
  | { type: "time.end" }
  | { type: "rate.choose"; rate: PlaybackRate }
  | { type: "scrub.start" }
  | { type: "scrub.move"; ms: number }
  | { type: "scrub.end" }
  | { type: "compare.choose"; compare: boolean }
  | { type: "smoothing.choose"; smooth: boolean };

export interface PlaybackContext<Track> {
  /** The flights in the order of the address. */
  readonly keys: readonly string[];
  readonly tracks: Readonly<Record<string, Track>>;
  readonly failures: Readonly<Record<string, ErrorInfo>>;
  /** The shown time at a moment of the port's clock. */
  readonly anchor: { readonly mediaMs: number; readonly wallMs: number };
  readonly rate: PlaybackRate;
  /** First and last time of all tracks, shifted. */
  readonly range: { readonly fromMs: number; readonly toMs: number };
  /** All tracks begin with the take-off of the first one. */
  readonly compare: boolean;
  readonly smooth: boolean;
  /** What the link that opened the flights asked for. */
  readonly wanted: { readonly startAt: number | null; readonly compare: boolean | null };
  /** Scrubbing began while playing, and ends there. */
  readonly resumes: boolean;
}
