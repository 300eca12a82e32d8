import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Heights of the ground over the sea, from SRTM tiles. */
export interface Terrain {
  /**
   * Metres over the sea; NaN where no tile has the place, or its part has not been read yet. The first question after a
   * place reads it, so that a later one is answered.
   */
  readonly getGround: (lon: number, lat: number) => number;
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
/** Bands kept in memory, the least used go first: some 560 kB each of a 1″ tile. */
const maxBands = 256;
const maxReads = 4;

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
    names.filter((name) => /^[NS]\d{2}[EW]\d{3}\.hgt$/i.test(name)).map((name) => [name.toUpperCase(), name]),
  );
  if (files.size === 0)
    throw new TerrainError(`TERRAIN_DIR ${folder} has no tiles like N30E120.hgt; unpack them first`);
  /** In the order of their last use; null where there is nothing to read. */
  const bands = new Map<number, Band | null>();
  const reads = new Map<number, Promise<void>>();

  const startRead = (key: number, south: number, west: number, band: number) => {
    if (reads.size >= maxReads || reads.has(key)) return;
    const name = files.get(toTileName(south, west));
    if (name === undefined) {
      bands.set(key, null);
      return;
    }
    const read = readBand(path.join(folder, name), band)
      .catch((error: unknown) => {
        onError(error, `terrain ${name}`);
        return null;
      })
      .then((found) => {
        bands.set(key, found);
        reads.delete(key);
        for (const oldest of bands.keys()) {
          if (bands.size <= maxBands) break;
          bands.delete(oldest);
        }
      });
    reads.set(key, read);
  };

  return {
    getGround: (lon, lat) => {
      const [south, west] = [Math.floor(lat), Math.floor(lon)];
      const fromNorth = south + 1 - lat;
      if (!(Math.abs(lat) < 90 && Math.abs(lon) <= 180)) return Number.NaN;
      const index = Math.min(bandsPerTile - 1, Math.floor(fromNorth * bandsPerTile));
      const key = ((south + 90) * 361 + (west + 180)) * bandsPerTile + index;
      const band = bands.get(key);
      if (band === undefined) {
        startRead(key, south, west, index);
        return Number.NaN;
      }
      if (band === null) return Number.NaN;
      return interpolate(band, (lon - west) * (band.size - 1), fromNorth * bandsPerTile - index);
    },
    loaded: async () => {
      await Promise.all(reads.values());
    },
  };
}

const pad = (value: number, digits: number) => String(Math.abs(value)).padStart(digits, "0");
/** A tile's name is that of its south-western corner. */
const toTileName = (south: number, west: number) =>
  `${south < 0 ? "S" : "N"}${pad(south, 2)}${west < 0 ? "W" : "E"}${pad(west, 3)}.HGT`;

async function readBand(file: string, band: number): Promise<Band> {
  const handle = await open(file);
  try {
    const { size: bytes } = await handle.stat();
    const size = tileSizes.find((candidate) => candidate * candidate * 2 === bytes);
    if (size === undefined)
      throw new Error(`The tile has ${bytes} bytes: neither 1201 × 1201 nor 3601 × 3601 heights`);
    const rows = (size - 1) / bandsPerTile;
    const buffer = Buffer.alloc((rows + 1) * size * 2);
    await handle.read(buffer, 0, buffer.length, band * rows * size * 2);
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
