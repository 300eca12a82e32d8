import { type Clip, type ClipFrame, getGroup } from "./clip.ts";
import { streamEpoch } from "./hls.ts";

const tagHeaderBytes = 11;
const tagTypes = { video: 9, script: 18 } as const;
/** First byte of a video tag: kind of picture and H.264. */
const keyFrame = 0x17;
const interFrame = 0x27;
const packetTypes = { config: 0, pictures: 1 } as const;

/** One tag with its length behind it. */
function createTag(type: number, timestampMs: number, parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(tagHeaderBytes);
  head.writeUInt8(type, 0);
  head.writeUIntBE(size, 1, 3);
  // The lower 24 bits come first, the upper 8 after them.
  head.writeUIntBE(timestampMs & 0xffffff, 4, 3);
  head.writeUInt8((timestampMs >>> 24) & 0xff, 7);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(tagHeaderBytes + size);
  return Buffer.concat([head, ...parts, tail]);
}

/** Kind of picture, packet type, and no shift between decoding and showing: there are no reordered pictures. */
const createVideoHead = (kind: number, packetType: number) => Buffer.from([kind, packetType, 0, 0, 0]);

/** A picture as a tag. */
export const encodeFrame = ({ bytes, isKey }: ClipFrame, timestampMs: number): Buffer =>
  createTag(tagTypes.video, timestampMs, [
    createVideoHead(isKey ? keyFrame : interFrame, packetTypes.pictures),
    bytes,
  ]);

/** What every stream begins with: file header, picture size, decoder's configuration. */
export function encodeFlvHead(clip: Clip): Buffer {
  // "FLV", version 1, video only, 9 bytes; then the length of the tag before: none.
  const header = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
  const metadata = encodeMetadata({
    width: clip.width,
    height: clip.height,
    framerate: 1_000 / clip.frameMs,
    videocodecid: 7,
  });
  const config = [createVideoHead(keyFrame, packetTypes.config), clip.decoderConfig];
  return Buffer.concat([
    header,
    createTag(tagTypes.script, 0, [metadata]),
    createTag(tagTypes.video, 0, config),
  ]);
}

/** `onMetaData` in AMF0: a string, then an array of named numbers. */
function encodeMetadata(numbers: Readonly<Record<string, number>>): Buffer {
  const encodeText = (text: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length);
    return Buffer.concat([length, Buffer.from(text, "latin1")]);
  };
  const entries = Object.entries(numbers);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(entries.length);
  return Buffer.concat([
    Buffer.from([2]),
    encodeText("onMetaData"),
    Buffer.from([8]),
    count,
    ...entries.flatMap(([name, value]) => {
      const number = Buffer.alloc(9);
      number.writeDoubleBE(value, 1);
      return [encodeText(name), number];
    }),
    Buffer.from([0, 0, 9]),
  ]);
}

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
