import mpegts from "mpegts.js";
import * as z from "zod/mini";
import { FlvSocketLoader } from "./flvSocketLoader.ts";
import { getBufferedMs, type StartPlayer } from "./player.ts";

/** Little is kept ahead; a picture that lags is played faster until it has caught up. */
const options = {
  enableStashBuffer: false,
  liveBufferLatencyChasing: true,
  liveBufferLatencyMaxLatency: 2,
  liveBufferLatencyMinRemain: 0.5,
  autoCleanupSourceBuffer: true,
};

/** MP3 and AAC: what browsers play of what FLV carries. */
const playedSound = new Set<unknown>([2, 10, "mp4a"]);
const metadataSchema = z.object({ audiocodecid: z.unknown() });

/**
 * Plays live FLV, over HTTP or, from a `ws:` address, over a WebSocket. Sound is left out while it is not heard: a
 * stream that announces sound and has none would show no picture.
 */
export const startFlvPlayer: StartPlayer = (video, url, { onError, onSound }) => {
  // It would log what it reports as an event anyway.
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer(
    { type: "flv", isLive: true, hasAudio: !video.muted, url },
    url.startsWith("ws") ? { ...options, customLoader: FlvSocketLoader } : options,
  );
  player.on(mpegts.Events.METADATA_ARRIVED, (metadata: unknown) => {
    if (playedSound.has(metadataSchema.safeParse(metadata).data?.audiocodecid)) onSound();
  });
  player.on(mpegts.Events.ERROR, (type: string) =>
    onError(type === mpegts.ErrorTypes.NETWORK_ERROR ? "network" : "media"),
  );
  player.on(mpegts.Events.LOADING_COMPLETE, () => onError("ended"));
  player.attachMediaElement(video);
  player.load();
  return { getLatencyMs: () => getBufferedMs(video), stop: () => player.destroy() };
};
