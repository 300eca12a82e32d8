import { findBox, listBoxes } from "./mp4.ts";

/** One picture: H.264 NAL units, each behind its length, as both MP4 and FLV hold them. */
export interface ClipFrame {
  readonly bytes: Buffer;
  readonly isKey: boolean;
}

/** A group of pictures that begins with a key frame: one fragment (`moof`, `mdat`) of the file. */
interface ClipGroup {
  readonly bytes: Buffer;
  /** Positions of the two numbers that place the fragment in time. */
  readonly sequenceAt: number;
  readonly decodeTimeAt: number;
  readonly frames: readonly ClipFrame[];
}

/** A seamless loop of pictures. All groups have the same number of pictures, all pictures the same duration. */
export interface Clip {
  readonly width: number;
  readonly height: number;
  /** Ticks per second. */
  readonly timescale: number;
  readonly groupTicks: number;
  readonly frameMs: number;
  readonly groupMs: number;
  /** What comes before the fragments: `ftyp` and `moov`. */
  readonly init: Buffer;
  /** The decoder's configuration: contents of `avcC`. */
  readonly decoderConfig: Buffer;
  readonly groups: readonly ClipGroup[];
}

/** Fields of a sample description and of a visual sample entry before their child boxes. */
const descriptionBytes = 8;
const visualEntryBytes = 78;
/** Flags of `tfhd`: default duration, size and flags follow, data begins at the `moof`. */
const expectedFragmentFlags = 0x020038;
/** Flags of `trun`: data offset, flags of the first picture, and a size for each. */
const expectedRunFlags = 0x000205;

/**
 * Parses a clip of `tools/clips`: a fragmented MP4 with one H.264 track.
 * @throws Error if the file has another structure, or its groups differ in duration
 */
export function parseClip(file: Buffer): Clip {
  const all = { from: 0, end: file.length };
  const boxes = listBoxes(file, all);
  const [firstFragment] = boxes.filter(({ type }) => type === "moof");
  if (!firstFragment) throw new Error("MP4: there is no fragment");
  const media = findBox(file, all, "moov", "trak", "mdia");
  const timescale = file.readUInt32BE(findBox(file, media, "mdhd").from + 12);
  const description = findBox(file, media, "minf", "stbl", "stsd");
  const entry = findBox(file, { from: description.from + descriptionBytes, end: description.end }, "avc1");
  const config = findBox(file, { from: entry.from + visualEntryBytes, end: entry.end }, "avcC");
  const parsed = boxes.flatMap(({ type, start, end }, index) => {
    if (type !== "moof") return [];
    const data = boxes[index + 1];
    if (data?.type !== "mdat") throw new Error("MP4: a fragment has no data");
    return [parseGroup(file.subarray(start, data.end), end - start)];
  });
  const [first] = parsed;
  if (
    !first ||
    parsed.some(
      (group) => group.frameTicks !== first.frameTicks || group.frames.length !== first.frames.length,
    )
  )
    throw new Error("MP4: the groups of pictures differ in duration");
  const groupTicks = first.frameTicks * first.frames.length;
  return {
    width: file.readUInt16BE(entry.from + 24),
    height: file.readUInt16BE(entry.from + 26),
    timescale,
    groupTicks,
    frameMs: (first.frameTicks * 1_000) / timescale,
    groupMs: (groupTicks * 1_000) / timescale,
    init: file.subarray(0, firstFragment.start),
    decoderConfig: file.subarray(config.from, config.end),
    groups: parsed,
  };
}

/** Parses one fragment. `dataAt` is the position of its `mdat` box. */
function parseGroup(bytes: Buffer, dataAt: number): ClipGroup & { readonly frameTicks: number } {
  const fragment = findBox(bytes, { from: 0, end: dataAt }, "moof");
  const track = findBox(bytes, fragment, "traf");
  const defaults = findBox(bytes, track, "tfhd").from;
  const run = findBox(bytes, track, "trun").from;
  const time = findBox(bytes, track, "tfdt").from;
  if (bytes.readUInt32BE(defaults) !== expectedFragmentFlags || bytes.readUInt32BE(run) !== expectedRunFlags)
    throw new Error("MP4: a fragment has another structure");
  if (bytes.readUInt8(time) !== 1) throw new Error("MP4: a fragment's time has 32 bits");
  const frames: ClipFrame[] = [];
  let from = bytes.readInt32BE(run + 8);
  for (let index = 0; index < bytes.readUInt32BE(run + 4); index++) {
    const end = from + bytes.readUInt32BE(run + 16 + index * 4);
    frames.push({ bytes: bytes.subarray(from, end), isKey: index === 0 });
    from = end;
  }
  if (from !== bytes.length) throw new Error("MP4: a fragment's pictures do not fit its data");
  return {
    bytes,
    sequenceAt: findBox(bytes, fragment, "mfhd").from + 4,
    decodeTimeAt: time + 4,
    frames,
    frameTicks: bytes.readUInt32BE(defaults + 8),
  };
}

/** The group of pictures at a place in the endless loop, which may be any whole number from 0. */
export function getGroup(clip: Clip, place: number): ClipGroup {
  const group = clip.groups[place % clip.groups.length];
  if (!group) throw new Error(`A clip has no group at ${place}`);
  return group;
}

/** A copy of a group as fragment number `number` of an endless file: its time is that many groups after the start. */
export function stampGroup(clip: Clip, group: ClipGroup, number: number): Buffer {
  const bytes = Buffer.from(group.bytes);
  // The sequence counts from 1 and may wrap, as players only compare it with the one before.
  bytes.writeUInt32BE((number + 1) % 2 ** 32, group.sequenceAt);
  bytes.writeBigUInt64BE(BigInt(number) * BigInt(clip.groupTicks), group.decodeTimeAt);
  return bytes;
}

/** The codec as players name it, such as `avc1.4d401f`. */
export const getCodecName = ({ decoderConfig }: Clip): string =>
  `avc1.${decoderConfig.subarray(1, 4).toString("hex")}`;
