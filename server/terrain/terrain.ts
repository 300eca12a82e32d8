import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Heights of the ground over the sea, from SRTM tiles. */
export interface Terrain {
  /**
   * Metres over the sea; NaN where no tile has the place, null until its part has been read. The first question after a
   * place reads it, so that a later one is answered.
   */
  readonly getGround: (lon: number, lat: number) => number | null;
  /** Resolves when what was asked for has been read. */
  readonly loaded: () => Promise<void>;
}

/** A folder that has no tiles, with a line for whoever starts the server. */
export class TerrainError extends Error {}

/** Rows of a whole tile: SRTM 3″ and 1″. Neighbouring tiles share a row and a column. */
const tileSizes = [1_201, 3_601];
/** Tiles are read in bands, north to south; it divides both 1,200 and 3,600. */
const bandsPerTile = 48;
const voidHeight = -32_768;
/** Bands kept in memory, the least recently used go first: some 560 kB each of a 1″ tile. */
const maxBands = 256;
const maxReads = 4;
/** A band that could not be read is tried again after this time. */
const retryMs = 60_000;

interface Band {
  /** Samples of a row. */
  readonly size: number;
  readonly heights: Int16Array;
}

/**
 * Reads `N30E120.hgt` and the like as they are needed.
 * @param folder must have at least one tile
 */
export async function openTerrain(
  folder: string,
  onError: (error: unknown, what: string) => void,
): Promise<Terrain> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new TerrainError(`TERRAIN_DIR ${folder} cannot be read (${error.code ?? error.message})`);
  });
  const files = new Map(
    names.flatMap((name) => {
      const tile = parseTileName(name);
      return tile === null ? [] : [[tile, name] as const];
    }),
  );
  if (files.size === 0)
    throw new TerrainError(`TERRAIN_DIR ${folder} has no tiles like N30E120.hgt; unpack them first`);
  /** In the order of their last use. */
  const bands = new Map<number, Band>();
  const reads = new Map<number, Promise<void>>();
  /** When bands that could not be read are tried again, ms of the process's clock. */
  const retryAt = new Map<number, number>();

  const startRead = (key: number, name: string, index: number) => {
    if (reads.size >= maxReads || reads.has(key)) return;
    const read = readBand(path.join(folder, name), index)
      .then((band) => {
        retryAt.delete(key);
        bands.set(key, band);
        const [oldest] = bands.keys();
        if (bands.size > maxBands && oldest !== undefined) bands.delete(oldest);
      })
      .catch((error: unknown) => {
        retryAt.set(key, performance.now() + retryMs);
        onError(error, `terrain ${name}`);
      })
      .finally(() => reads.delete(key));
    reads.set(key, read);
  };

  return {
    getGround: (lon, lat) => {
      const [south, west] = [Math.floor(lat), Math.floor(lon)];
      const fromNorth = south + 1 - lat;
      if (!(Math.abs(lat) < 90 && Math.abs(lon) <= 180)) return Number.NaN;
      const tile = toTileKey(south, west);
      const name = files.get(tile);
      if (name === undefined) return Number.NaN;
      const index = Math.min(bandsPerTile - 1, Math.floor(fromNorth * bandsPerTile));
      const key = tile * bandsPerTile + index;
      const band = bands.get(key);
      if (band === undefined) {
        if (performance.now() < (retryAt.get(key) ?? 0)) return Number.NaN;
        startRead(key, name, index);
        return null;
      }
      bands.delete(key);
      bands.set(key, band);
      return interpolate(band, (lon - west) * (band.size - 1), fromNorth * bandsPerTile - index);
    },
    loaded: async () => {
      await Promise.all(reads.values());
    },
  };
}

/** A tile by its south-western corner, whole degrees. */
const toTileKey = (south: number, west: number) => (south + 90) * 361 + (west + 180);

/** The tile of a file name, which is that of its south-western corner; null for other files. */
function parseTileName(name: string): number | null {
  const [, ns = "", lat, ew = "", lon] = /^([NS])(\d{2})([EW])(\d{3})\.hgt$/i.exec(name) ?? [];
  if (lat === undefined) return null;
  return toTileKey(/s/i.test(ns) ? -Number(lat) : Number(lat), /w/i.test(ew) ? -Number(lon) : Number(lon));
}

async function readBand(file: string, band: number): Promise<Band> {
  const handle = await open(file);
  try {
    const { size: bytes } = await handle.stat();
    const size = tileSizes.find((candidate) => candidate * candidate * 2 === bytes);
    if (size === undefined)
      throw new Error(`The tile has ${bytes} bytes: neither 1201 × 1201 nor 3601 × 3601 heights`);
    const rows = (size - 1) / bandsPerTile;
    const buffer = Buffer.alloc((rows + 1) * size * 2);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, band * rows * size * 2);
    if (bytesRead !== buffer.length) throw new Error(`Only ${bytesRead} of ${buffer.length} bytes were read`);
    // Heights are big-endian.
    buffer.swap16();
    return { size, heights: new Int16Array(buffer.buffer, buffer.byteOffset, buffer.length / 2) };
  } finally {
    await handle.close();
  }
}

/** Between the four heights around; NaN where one of them is void. @param share of the band, from its north */
function interpolate({ size, heights }: Band, x: number, share: number): number {
  const rows = heights.length / size - 1;
  const y = share * rows;
  const column = Math.min(Math.floor(x), size - 2);
  const row = Math.min(Math.floor(y), rows - 1);
  const at = (dx: number, dy: number) => {
    const height = heights[(row + dy) * size + column + dx] ?? voidHeight;
    return height === voidHeight ? Number.NaN : height;
  };
  const [east, south] = [x - column, y - row];
  const north = at(0, 0) * (1 - east) + at(1, 0) * east;
  return north * (1 - south) + (at(0, 1) * (1 - east) + at(1, 1) * east) * south;
}
