import type { PulledStream } from "../../adapters/contract/video.ts";
import { resolvePlatformUrl } from "../../adapters/http/basePath.ts";
import type { Player, PlayerError, StartPlayer } from "./player.ts";

/** Events of a playing stream; none after it was stopped. */
export interface StreamListener {
  /** The first bytes have arrived, and are video. */
  readonly onData: () => void;
  /** The first picture is on the screen. */
  readonly onFrame: () => void;
  /** The picture has stalled: no more data has arrived. */
  readonly onStall: () => void;
  /** The picture moves again. */
  readonly onResume: () => void;
  /** Once a second while the picture moves: how far it is behind, ms; null where it is unknown. */
  readonly onProgress: (latencyMs: number | null) => void;
  /** It has sound, which is heard unless the element is muted. */
  readonly onSound: () => void;
  /** It cannot continue; a Chinese reason. */
  readonly onError: (message: string) => void;
}

/** The part of a stream's answer that is needed to play it. */
export type PlayableStream = Pick<PulledStream, "mode" | "url" | "wsUrl">;

interface PlayOptions {
  /** The platform's base, which its paths are below; default: the page's own origin. */
  readonly base?: string;
  /** Takes FLV over a WebSocket, for pages with more pictures than connections. */
  readonly prefersSocket?: boolean;
}

const errorMessages: Readonly<Record<PlayerError, string>> = {
  network: "视频流连接中断",
  media: "视频内容无法解码",
  ended: "视频流已经结束",
};

const noCodeMessage = "播放器没有加载出来，请检查网络";
const unsupportedMessage = "浏览器不能播放这种视频流，请换一种播放方式或浏览器";

const progressEveryMs = 1_000;
/** WebRTC has no event for missing pictures; without one for so long, it has stalled. */
const maxStillS = 3;

/** A stream that was started; may be called at any time. */
export interface PlayingStream {
  /** Continues with a renewed address of the same stream, without a break. */
  readonly renew: (stream: PlayableStream) => void;
  readonly stop: () => void;
}

/** Plays a stream in a video element, with sound unless it is muted. The player's code is loaded first. */
export function playStream(
  video: HTMLVideoElement,
  stream: PlayableStream,
  listener: StreamListener,
  { base = "", prefersSocket = false }: PlayOptions = {},
): PlayingStream {
  const control = new AbortController();
  const { signal } = control;
  let player: Player | null = null;
  const fail = (message: string) => {
    if (!signal.aborted) listener.onError(message);
  };
  watchPicture(video, listener, () => player?.getLatencyMs() ?? null, signal);
  loadPlayer(stream).then(
    (start) => {
      if (signal.aborted) return;
      try {
        player = start(video, getAddress(stream, base, prefersSocket), {
          onError: (error) => fail(errorMessages[error]),
          onSound: () => {
            if (!signal.aborted) listener.onSound();
          },
        });
      } catch {
        // Without Media Source Extensions or WebRTC the players' libraries throw.
        fail(unsupportedMessage);
        return;
      }
      // Other refusals are followed by an error of the player, or by the machine's limit for the first picture.
      video.play().catch((error: unknown) => {
        if (!isSoundRefused(error) || signal.aborted) return;
        video.muted = true;
        video.play().catch(() => undefined);
      });
    },
    () => fail(noCodeMessage),
  );
  return {
    renew: (renewed) => player?.renew?.(getAddress(renewed, base, prefersSocket)),
    stop: () => {
      control.abort();
      player?.stop();
    },
  };
}

/** Whether a browser starts no video with sound by itself. */
const isSoundRefused = (error: unknown) => error instanceof DOMException && error.name === "NotAllowedError";

/** Loads the code that plays a mode. */
async function loadPlayer({ mode }: PlayableStream): Promise<StartPlayer> {
  switch (mode) {
    case "flv":
      return (await import("./flvPlayer.ts")).startFlvPlayer;
    case "webrtc":
      return (await import("./whepPlayer.ts")).startWhepPlayer;
    case "hls":
      // The browser's own player takes no renewed address.
      if ("MediaSource" in window || "ManagedMediaSource" in window)
        return (await import("./hlsPlayer.ts")).startHlsPlayer;
      return (await import("./nativePlayer.ts")).startNativePlayer;
    case "rtmp":
      throw new Error("No browser plays RTMP");
  }
}

function getAddress({ url, wsUrl }: PlayableStream, base: string, prefersSocket: boolean): string {
  if (!prefersSocket || wsUrl === undefined) return resolvePlatformUrl(url, base);
  const address = new URL(resolvePlatformUrl(wsUrl, base));
  // A path of the platform has the page's scheme.
  address.protocol = address.protocol.replace(/^http/, "ws");
  return address.href;
}

/** Watches an element for its first bytes and picture, for progress and stalls, until it is stopped. */
function watchPicture(
  video: HTMLVideoElement,
  listener: StreamListener,
  getLatencyMs: () => number | null,
  signal: AbortSignal,
): void {
  let state: "starting" | "moving" | "stalled" = "starting";
  const countFrames = () => video.getVideoPlaybackQuality().totalVideoFrames;
  let frames = 0;
  /** Seconds without a new picture. */
  let stillS = 0;
  const stall = () => {
    if (state !== "moving") return;
    state = "stalled";
    // Pictures from before are no sign that it moves again.
    frames = countFrames();
    listener.onStall();
  };
  const resume = () => {
    if (state !== "stalled") return;
    state = "moving";
    stillS = 0;
    listener.onResume();
  };
  let hasData = false;
  const noteData = () => {
    if (!hasData) listener.onData();
    hasData = true;
  };
  const frame = video.requestVideoFrameCallback(() => {
    // Chromium may show a picture of WebRTC before it fires an event for its data.
    noteData();
    state = "moving";
    listener.onFrame();
  });
  const timer = setInterval(() => {
    const shown = countFrames();
    const isStill = shown === frames;
    frames = shown;
    stillS = isStill ? stillS + 1 : 0;
    if (stillS >= maxStillS) stall();
    else if (!isStill) resume();
    if (state === "moving") listener.onProgress(getLatencyMs());
  }, progressEveryMs);
  signal.addEventListener("abort", () => {
    video.cancelVideoFrameCallback(frame);
    clearInterval(timer);
  });
  video.addEventListener("loadedmetadata", noteData, { signal });
  video.addEventListener("waiting", stall, { signal });
  video.addEventListener("playing", resume, { signal });
}
