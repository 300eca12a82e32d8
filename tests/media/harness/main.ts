import { startHlsPlayer } from "../../../src/video/hlsPlayer.ts";
import { startNativePlayer } from "../../../src/video/nativePlayer.ts";
import { type PlayableStream, playStream } from "../../../src/video/playStream.ts";

/** What the page says of its video. */
export interface PlayerReport {
  readonly events: readonly string[];
  readonly time: number;
  readonly frames: number;
  /** The last one that was reported; null before. */
  readonly latencyMs: number | null;
}

declare global {
  interface Window {
    playStream: (stream: PlayableStream, prefersSocket?: boolean) => void;
    playFile: (url: string, player: "native" | "hls.js") => void;
    seek: (seconds: number) => Promise<number>;
    /** Gives the renewed address to what plays. */
    renewPlayer: (url: string) => void;
    stopPlayer: () => void;
    readPlayer: () => PlayerReport;
  }
}

const video = document.querySelector("video");
if (!video) throw new Error("The page has no video");
const events: string[] = [];
let stop: () => void = () => undefined;
let renew: ((url: string) => void) | undefined;
let getLatencyMs: () => number | null = () => null;

window.playStream = (stream, prefersSocket = false) => {
  let latency: number | null = null;
  getLatencyMs = () => latency;
  const playing = playStream(
    video,
    stream,
    {
      onData: () => events.push("data"),
      onFrame: () => events.push("first frame"),
      onStall: () => events.push("stall"),
      onResume: () => events.push("resume"),
      onProgress: (latencyMs) => {
        latency = latencyMs;
      },
      onSound: () => events.push("sound"),
      onError: (message) => events.push(`error: ${message}`),
    },
    { prefersSocket },
  );
  ({ stop } = playing);
  renew = (url) => playing.renew({ ...stream, url });
};
window.playFile = (url, kind) => {
  const start = kind === "native" ? startNativePlayer : startHlsPlayer;
  const player = start(video, url, {
    onError: (error) => events.push(`error: ${error}`),
    onSound: () => events.push("sound"),
  });
  ({ stop, getLatencyMs, renew } = player);
  void video.play();
};
window.seek = (seconds) =>
  new Promise((resolve) => {
    video.addEventListener("seeked", () => resolve(video.currentTime), { once: true });
    video.currentTime = seconds;
  });
window.renewPlayer = (url) => renew?.(url);
window.stopPlayer = () => stop();
window.readPlayer = () => ({
  events,
  time: video.currentTime,
  frames: video.getVideoPlaybackQuality().totalVideoFrames,
  latencyMs: getLatencyMs(),
});
