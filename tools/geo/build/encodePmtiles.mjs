import { gzipSync } from "node:zlib";

const headerBytes = 127;
/** Readers fetch the first 16 KiB in one request, so the root directory must fit into them. */
const rootBytes = 16_384 - headerBytes;
const leafEntries = 4096;

/**
 * Encodes a PMTiles v3 archive, in which equal tiles are stored once.
 * Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 * @param tiles `{ id, bytes }` in ascending order of id, gzipped vector tiles
 * @param options maxZoom, centre [lng, lat, zoom], bounds, and the metadata as an object
 */
export function encodePmtiles(tiles, options) {
  const { entries, chunks, bytes } = deduplicateTiles(tiles);
  const { root, leaves } = encodeDirectories(entries);
  const metadata = gzipSync(JSON.stringify(options.metadata), { level: 9 });
  const header = Buffer.alloc(headerBytes);
  header.write("PMTiles", 0);
  header[7] = 3;
  let place = headerBytes;
  for (const [at, length] of [
    [8, root.length],
    [24, metadata.length],
    [40, leaves.length],
    [56, bytes],
  ]) {
    header.writeBigUInt64LE(BigInt(place), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
    place += length;
  }
  header.writeBigUInt64LE(BigInt(tiles.length), 72);
  header.writeBigUInt64LE(BigInt(entries.length), 80);
  header.writeBigUInt64LE(BigInt(chunks.length), 88);
  // Clustered, directories gzipped, tiles gzipped, tiles are vector tiles, zooms.
  header.set([1, 2, 2, 1, 0, options.maxZoom], 96);
  const degrees = (at, value) => header.writeInt32LE(Math.round(value * 1e7), at);
  options.bounds.forEach((value, index) => degrees(102 + 4 * index, value));
  header[118] = options.centre[2];
  degrees(119, options.centre[0]);
  degrees(123, options.centre[1]);
  return Buffer.concat([header, root, metadata, leaves, ...chunks]);
}

function deduplicateTiles(tiles) {
  const seen = new Map();
  const entries = [];
  const chunks = [];
  let bytes = 0;
  for (const { id, bytes: tile } of tiles) {
    const key = tile.toString("latin1");
    let stored = seen.get(key);
    if (!stored) {
      stored = { offset: bytes, length: tile.length };
      seen.set(key, stored);
      chunks.push(tile);
      bytes += tile.length;
    }
    const last = entries.at(-1);
    if (last?.offset === stored.offset && last.id + last.run === id) last.run++;
    else entries.push({ id, run: 1, ...stored });
  }
  return { entries, chunks, bytes };
}

function encodeDirectories(entries) {
  const rootDirectory = encodeDirectory(entries);
  if (rootDirectory.length <= rootBytes) return { root: rootDirectory, leaves: Buffer.alloc(0) };
  const leaves = [];
  const pointers = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += leafEntries) {
    const leaf = encodeDirectory(entries.slice(first, first + leafEntries));
    pointers.push({ id: entries[first].id, run: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: encodeDirectory(pointers), leaves: Buffer.concat(leaves) };
}

function encodeDirectory(entries) {
  const bytes = [];
  pushVarint(bytes, entries.length);
  entries.forEach(({ id }, index) => pushVarint(bytes, id - (entries[index - 1]?.id ?? 0)));
  for (const { run } of entries) pushVarint(bytes, run);
  for (const { length } of entries) pushVarint(bytes, length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    // 0 means "directly after the previous entry"; all other offsets are stored plus one.
    pushVarint(bytes, before && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return gzipSync(Buffer.from(bytes), { level: 9 });
}

function pushVarint(bytes, value) {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
