import { type Clip, getGroup } from "./clip.ts";
import { encodeFlvHead, encodeFrame } from "./flv.ts";
import { streamEpoch } from "./hls.ts";

/** Pictures that came due together. */
export interface FlvChunk {
  readonly bytes: Buffer;
  /** Position of its first key frame; -1 where it has none. */
  readonly keyAt: number;
}

/** One endless stream as all its viewers get it: the same bytes at the same time. */
export interface FlvChannel {
  /** Encodes what came due until a time, UTC ms; null where nothing did. */
  readonly advance: (now: number) => FlvChunk | null;
  /** What a new viewer begins with: the head, and the pictures since the last key frame. */
  readonly createOpening: () => Buffer;
  /** Whether the timestamps have used up their 31 bits, after 24 days. */
  readonly isExhausted: () => boolean;
}

/** After a stall longer than this, the pictures in between are left out. */
const maxCatchUpMs = 5_000;
const maxTimestamp = 2 ** 31 - 60_000;

/**
 * Creates a channel that begins at the last key frame before `now`, UTC ms. Its timestamps begin with 0 and ascend over
 * the end of the clip.
 * @param phase how many groups of pictures it is ahead of other channels of the clip
 */
export function createFlvChannel(clip: Clip, phase: number, now: number): FlvChannel {
  const groupFrames = clip.groupMs / clip.frameMs;
  const toFrame = (at: number) => Math.floor((at - streamEpoch) / clip.frameMs);
  const toGroupStart = (frame: number) => Math.floor(frame / groupFrames) * groupFrames;
  /** Frames are counted from the epoch. */
  const origin = toGroupStart(toFrame(now));
  let next = origin;

  const encode = (frame: number) => {
    const group = getGroup(clip, Math.floor(frame / groupFrames) + phase);
    const picture = group.frames[frame % groupFrames];
    if (!picture) throw new Error(`A clip has no picture ${frame}`);
    return encodeFrame(picture, (frame - origin) * clip.frameMs);
  };
  const encodeRange = (from: number, end: number) =>
    Buffer.concat(Array.from({ length: end - from }, (_, index) => encode(from + index)));

  return {
    advance: (at) => {
      const end = toFrame(at) + 1;
      if (end - next > maxCatchUpMs / clip.frameMs) next = toGroupStart(end - 1);
      if (end <= next) return null;
      const from = next;
      next = end;
      const key = toGroupStart(from + groupFrames - 1);
      const before = encodeRange(from, Math.min(key, end));
      if (key >= end) return { bytes: before, keyAt: -1 };
      return { bytes: Buffer.concat([before, encodeRange(key, end)]), keyAt: before.length };
    },
    createOpening: () =>
      Buffer.concat([encodeFlvHead(clip), encodeRange(next > origin ? toGroupStart(next - 1) : next, next)]),
    isExhausted: () => (next - origin) * clip.frameMs > maxTimestamp,
  };
}
