import type { ErrorInfo } from "./errorInfo.ts";

/** How a picture reaches the browser. */
export type VideoMode = "flv" | "hls" | "webrtc";

/** Size of the picture: 1 is the smallest. */
export type VideoQuality = 1 | 2 | 3 | 4;

/** What a failure happened in: the three steps of a start, or afterwards. */
export type VideoStep = "requesting" | "pushing" | "firstFrame" | "playing";

/** All that this machine needs to know of an answer with an address. */
export interface PulledVideo {
  /** `connecting`: the drone has been asked and does not send yet. */
  readonly status: "connecting" | "live" | "offline" | "ended";
  /** Whether this browser can play it. */
  readonly playable: boolean;
  /** When the address stops being valid, UTC ms. */
  readonly expiresAt: number;
  /** Other modes, best first. */
  readonly fallback: readonly VideoMode[];
  /** Why there is no picture; empty where there is one. */
  readonly message: string;
}

/** Events of a player. */
export interface VideoListener {
  /** The first bytes arrived. */
  readonly onData: () => void;
  /** The first frame is on the screen. */
  readonly onFrame: () => void;
  /** No frame is left to show. */
  readonly onStall: () => void;
  readonly onResume: () => void;
  /** About once a second while frames are shown: delay between camera and screen, ms; null if it cannot be measured. */
  readonly onProgress: (latencyMs: number | null) => void;
  /** The player has given up. */
  readonly onError: (message: string) => void;
}

/** A player that shows one stream. */
export interface VideoPlayer<Video> {
  /** Continues with a renewed address of the same stream, without a visible break. */
  readonly renew: (video: Video) => void;
  readonly detach: () => void;
}

/** Port of the video machine. `attach` and `now` must not throw. */
export interface VideoPort<Video extends PulledVideo> {
  readonly pull: (request: VideoRequest, signal: AbortSignal) => Promise<Video>;
  readonly attach: (video: Video, listener: VideoListener) => VideoPlayer<Video>;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

export interface VideoRequest {
  readonly mode: VideoMode;
  readonly quality: VideoQuality;
}

export type VideoEvent =
  /** Starts, or starts again in another mode or quality. */
  | ({ type: "video.start" } & VideoRequest)
  | { type: "video.stop" }
  /** Tries again at once: on demand, or because the network is back. */
  | { type: "video.retry" }
  | { type: "player.data" }
  | { type: "player.frame" }
  | { type: "player.stall" }
  | { type: "player.resume" }
  | { type: "player.progress"; latencyMs: number | null }
  | { type: "player.error"; message: string };

export interface VideoContext<Video> extends VideoRequest {
  /** What was asked for; mode and quality may have moved away from it. */
  readonly wanted: VideoRequest;
  /** Modes that have not been tried yet, best first. */
  readonly remaining: readonly VideoMode[];
  /** Null while there is no valid address. */
  readonly video: Video | null;
  /** Failed attempts since the last minute without a fault. */
  readonly failures: number;
  /** Those of the present mode. */
  readonly modeFailures: number;
  /** The last failure; null once there is a picture. */
  readonly failure: { readonly step: VideoStep; readonly message: ErrorInfo["message"] } | null;
  /** Times of the last stalls in this quality, ms since 1970. */
  readonly stalls: readonly number[];
  /** Since when the picture has moved without a stall, ms since 1970. */
  readonly cleanSince: number;
  readonly latencyMs: number | null;
}

export type VideoTag = "idle" | "pulling" | "playing" | "stalled" | "retrying" | "failed" | "ended";
