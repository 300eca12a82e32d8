import { getBufferedMs, type StartPlayer } from "./player.ts";

/** How each browser shows whether a video has sound. */
interface SoundFacts {
  readonly webkitAudioDecodedByteCount?: number;
  readonly mozHasAudio?: boolean;
  readonly audioTracks?: { readonly length: number };
}

const hasSound = ({
  webkitAudioDecodedByteCount = 0,
  mozHasAudio,
  audioTracks,
}: HTMLVideoElement & SoundFacts) =>
  webkitAudioDecodedByteCount > 0 || mozHasAudio === true || (audioTracks?.length ?? 0) > 0;

/** Plays what the browser itself plays: HLS in most, recorded MP4 in all. */
export const startNativePlayer: StartPlayer = (video, url, { onError, onSound }) => {
  const onVideoError = () => onError(video.error?.code === MediaError.MEDIA_ERR_DECODE ? "media" : "network");
  video.addEventListener("error", onVideoError);
  const checkSound = () => {
    if (!hasSound(video)) return;
    video.removeEventListener("timeupdate", checkSound);
    onSound();
  };
  video.addEventListener("timeupdate", checkSound);
  video.src = url;
  return {
    getLatencyMs: () => getBufferedMs(video),
    stop: () => {
      video.removeEventListener("error", onVideoError);
      video.removeEventListener("timeupdate", checkSound);
      video.removeAttribute("src");
      // Ends the download.
      video.load();
    },
  };
};
