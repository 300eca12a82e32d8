import { type Clip, getGroup, stampGroup } from "./clip.ts";
import { createBox } from "./mp4.ts";

/** A recorded video of the embedded edge: a clip repeated, as one seekable MP4 file that is never stored whole. */
export interface Recording {
  readonly totalBytes: number;
  /** The bytes from `from` up to and including `to`, a group of pictures at a time. */
  readonly read: (from: number, to: number) => Generator<Buffer>;
}

/** Makes a recording of at least that duration, rounded up to whole groups of pictures. */
export function createRecording(clip: Clip, durationS: number): Recording {
  const count = Math.ceil((durationS * 1_000) / clip.groupMs);
  const head = Buffer.concat([clip.init, createIndex(clip, count)]);
  const starts = clip.groups.map((_, index) =>
    clip.groups.slice(0, index).reduce((sum, group) => sum + group.bytes.length, 0),
  );
  const loopBytes = clip.groups.reduce((sum, group) => sum + group.bytes.length, 0);
  const getStart = (number: number) =>
    head.length +
    Math.floor(number / clip.groups.length) * loopBytes +
    (starts[number % clip.groups.length] ?? 0);
  const cut = (bytes: Buffer, start: number, from: number, to: number) =>
    bytes.subarray(Math.max(0, from - start), Math.max(0, to + 1 - start));
  return {
    totalBytes: getStart(count),
    *read(from, to) {
      if (from < head.length) yield cut(head, 0, from, to);
      // The first group that ends after `from`; a loop never has groups of no bytes.
      const loop = Math.max(0, Math.floor((from - head.length) / loopBytes));
      for (let number = loop * clip.groups.length; number < count && getStart(number) <= to; number++) {
        const group = getGroup(clip, number);
        const start = getStart(number);
        if (start + group.bytes.length > from) yield cut(stampGroup(clip, group, number), start, from, to);
      }
    },
  };
}

/** The index (`sidx`) of all groups, by which a player finds a time without reading what is before it. */
function createIndex(clip: Clip, count: number): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt8(1, 0);
  head.writeUInt32BE(1, 4);
  head.writeUInt32BE(clip.timescale, 8);
  head.writeUInt16BE(count, 30);
  const entries = Array.from({ length: count }, (_, number) => {
    const entry = Buffer.alloc(12);
    entry.writeUInt32BE(getGroup(clip, number).bytes.length, 0);
    entry.writeUInt32BE(clip.groupTicks, 4);
    // It begins with a key frame.
    entry.writeUInt32BE(0x90000000, 8);
    return entry;
  });
  return createBox("sidx", Buffer.concat([head, ...entries]));
}

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The range that a `Range` header asks for. `null` means the whole file: there is no header, or one of another kind.
 * @returns "unsatisfiable" where no byte of the file is in it
 */
export function parseRange(
  header: string | undefined,
  totalBytes: number,
): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, totalBytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  return from > to ? "unsatisfiable" : { from, to };
}
