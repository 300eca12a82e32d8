/** A tag of an FLV stream. */
export interface FlvTag {
  readonly type: "video" | "script" | "other";
  readonly timestamp: number;
  readonly isKey: boolean;
  /** Whether it holds the decoder's configuration, not a picture. */
  readonly isConfig: boolean;
  readonly bytes: Buffer;
}

/** Reads the tags of a stream from a position; an incomplete one at the end is left out. */
export function readFlvTags(stream: Buffer, from = 13): FlvTag[] {
  const tags: FlvTag[] = [];
  for (let at = from; at + 11 <= stream.length; ) {
    const size = stream.readUIntBE(at + 1, 3);
    if (at + 11 + size + 4 > stream.length) break;
    if (stream.readUInt32BE(at + 11 + size) !== 11 + size) throw new Error(`The tag at ${at} has no end`);
    const bytes = stream.subarray(at + 11, at + 11 + size);
    const code = stream.readUInt8(at);
    tags.push({
      type: code === 9 ? "video" : code === 18 ? "script" : "other",
      timestamp: stream.readUIntBE(at + 4, 3) + stream.readUInt8(at + 7) * 2 ** 24,
      isKey: code === 9 && bytes.readUInt8(0) === 0x17,
      isConfig: code === 9 && bytes.readUInt8(1) === 0,
      bytes,
    });
    at += 11 + size + 4;
  }
  return tags;
}
