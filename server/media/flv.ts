import type { Clip, ClipFrame } from "./clip.ts";

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
