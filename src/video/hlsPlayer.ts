import Hls from "hls.js/light";
import type { StartPlayer } from "./player.ts";

/** Two segments behind the newest one. */
const options = { liveSyncDurationCount: 2, maxBufferLength: 10, enableWorker: false };

/** Plays live HLS where the browser itself does not. */
export const startHlsPlayer: StartPlayer = (video, url, { onError, onSound }) => {
  const hls = new Hls(options);
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (fatal) onError(type === Hls.ErrorTypes.NETWORK_ERROR ? "network" : "media");
  });
  hls.on(Hls.Events.BUFFER_CODECS, (_event, { audio, audiovideo }) => {
    if (audio || audiovideo) onSound();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    // Segments contain the time when they were filmed.
    getLatencyMs: () => (hls.playingDate ? Math.max(0, Date.now() - hls.playingDate.getTime()) : null),
    stop: () => hls.destroy(),
  };
};
