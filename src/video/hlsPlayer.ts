import Hls from "hls.js/light";
import type { StartPlayer } from "./player.ts";

/** Two segments behind the newest one. */
const options = { liveSyncDurationCount: 2, maxBufferLength: 10, enableWorker: false };

/** Plays live HLS by Media Source Extensions. */
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
  let stopRenewal: () => void = () => undefined;
  return {
    // Segments contain the time when they were filmed.
    getLatencyMs: () => (hls.playingDate ? Math.max(0, Date.now() - hls.playingDate.getTime()) : null),
    renew: (renewedUrl) => {
      stopRenewal();
      stopRenewal = renewPlaylists(hls, renewedUrl);
    },
    stop: () => {
      stopRenewal();
      hls.destroy();
    },
  };
};

/**
 * Lets a player take its next playlists, and so the segments that they name, from a renewed address. Until that has
 * answered the player keeps the old ones, as it does where it fails: the next renewal comes before they expire.
 * @returns ends it
 */
function renewPlaylists(hls: Hls, url: string): () => void {
  // Only reads the playlist of playlists: it has no video and loads no more.
  const reader = new Hls({ ...options, autoStartLoad: false });
  reader.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    // In the same order, as both are read with the same options.
    for (const [index, { uri }] of levels.entries()) hls.levels[index]?.url.splice(0, 1, uri);
    reader.destroy();
  });
  reader.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) reader.destroy();
  });
  reader.loadSource(url);
  return () => reader.destroy();
}
