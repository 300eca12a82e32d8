/** A part of an MP4 file: the positions of its first byte and of the byte after its last one. */
interface Range {
  readonly from: number;
  readonly end: number;
}

/** A box of an MP4 file; its range is that of its contents. */
interface Box extends Range {
  readonly type: string;
  /** Position of the box's header. */
  readonly start: number;
}

const headerBytes = 8;

/** The boxes of a range, in the order of the file. Throws on a box that does not fit. */
export function listBoxes(bytes: Buffer, { from, end }: Range): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start < end; ) {
    const size = bytes.readUInt32BE(start);
    if (size < headerBytes || start + size > end) throw new Error(`MP4: the box at ${start} does not fit`);
    const type = bytes.toString("latin1", start + 4, start + headerBytes);
    boxes.push({ type, start, from: start + headerBytes, end: start + size });
    start += size;
  }
  return boxes;
}

/** Contents of the first box at a path of types below a range. Throws where there is none. */
export function findBox(bytes: Buffer, within: Range, ...path: readonly string[]): Range {
  return path.reduce<Range>((range, type) => {
    const found = listBoxes(bytes, range).find((box) => box.type === type);
    if (!found) throw new Error(`MP4: there is no ${path.join(".")}`);
    return found;
  }, within);
}

/** A box of that type and contents. */
export function createBox(type: string, contents: Buffer): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.writeUInt32BE(headerBytes + contents.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, contents]);
}
