/** Why a player cannot continue: nothing arrives, what arrives is no picture, or nothing more will come. */
export type PlayerError = "network" | "media" | "ended";

/** A stream that plays in a video element. */
export interface Player {
  /** How far the picture is behind the newest one that is known of, ms; null where it is unknown. */
  readonly getLatencyMs: () => number | null;
  /** Takes a renewed address of the same stream. Absent where one is asked for once: what is open continues. */
  readonly renew?: (url: string) => void;
  /** Stops playing and frees the element. */
  readonly stop: () => void;
}

interface PlayerListener {
  /** It cannot continue. */
  readonly onError: (error: PlayerError) => void;
  /** The stream has sound, whether or not it is heard. */
  readonly onSound: () => void;
}

/** Plays an address in a video element; with sound where the element is not muted. */
export type StartPlayer = (video: HTMLVideoElement, url: string, listener: PlayerListener) => Player;

/** Time between the picture on the screen and the end of what has arrived, ms; null before anything has. */
export function getBufferedMs({ buffered, currentTime }: HTMLVideoElement): number | null {
  if (buffered.length === 0) return null;
  return Math.max(0, Math.round((buffered.end(buffered.length - 1) - currentTime) * 1_000));
}
