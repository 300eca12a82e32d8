import type { PlaybackServices } from "../playbackServices.ts";
import { getJump, toVideoMoment, type VideoSpan } from "./videoTime.ts";

/** A seek that took longer does not predict the next one, seconds. */
const maxJumpS = 1;

/** A video that is over begins again when it is played: not for its last pictures, seconds. */
const lastS = 0.5;

/** Sets the speed; returns false where the browser cannot play so fast. */
function setRate(video: HTMLVideoElement, rate: number): boolean {
  if (video.playbackRate === rate) return true;
  try {
    video.playbackRate = rate;
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps a video in step with the playback: it plays, pauses, jumps and changes its speed as the playback does. Where
 * the browser cannot play so fast, it jumps from picture to picture.
 * @param span where the video lies in the playback
 * @returns stops it
 */
export function followPlayback(
  video: HTMLVideoElement,
  { actor, clock }: Pick<PlaybackServices, "actor" | "clock">,
  span: VideoSpan,
): () => void {
  const control = new AbortController();
  const { signal } = control;
  let jumpS = 0;
  let jumpedAt: number | null = null;
  /** Where a resting video was last sent, seconds. */
  let restsAtS: number | null = null;
  const follow = (timeMs: number) => {
    const snapshot = actor.getSnapshot();
    const { rate } = snapshot.context;
    const moment = toVideoMoment(span, timeMs);
    // A file may be shorter than its record.
    const isOver = moment.kind !== "during" || moment.atS >= video.duration - (video.ended ? lastS : 0);
    const isPlaying = !isOver && snapshot.hasTag("playing") && setRate(video, rate);
    // A refusal to play leaves a picture that jumps.
    if (isPlaying && video.paused) video.play().catch(() => undefined);
    else if (!isPlaying && !video.paused) video.pause();
    if (isOver || video.seeking || video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const toS = getJump({ targetS: moment.atS, currentS: video.currentTime, isPlaying, rate, jumpS });
    // A browser may settle on the nearest picture instead.
    const isThere = toS === null || toS === restsAtS;
    restsAtS = isPlaying ? null : toS;
    if (isThere) return;
    jumpedAt = performance.now();
    video.currentTime = toS;
  };
  const catchUp = () => follow(clock.now());
  video.addEventListener(
    "seeked",
    () => {
      if (jumpedAt !== null) jumpS = Math.min(maxJumpS, (performance.now() - jumpedAt) / 1_000);
      jumpedAt = null;
      // The playback may have jumped again meanwhile.
      catchUp();
    },
    { signal },
  );
  video.addEventListener(
    "loadedmetadata",
    () => {
      restsAtS = null;
      catchUp();
    },
    { signal },
  );
  const unsubscribe = clock.subscribe(follow);
  return () => {
    control.abort();
    unsubscribe();
  };
}
