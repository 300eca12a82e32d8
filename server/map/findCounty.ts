import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** Units of the file: 1e-4 degrees, about 11 m. */
const unitsPerDegree = 10_000;

interface County {
  readonly regionId: string;
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  /** Longitudes and latitudes in turn; each ring is closed. */
  readonly rings: readonly Int32Array[];
}

let counties: readonly County[] | null = null;

/**
 * Finds the county that a place lies in, within about 300 m at its border.
 * @param lng longitude and `lat` latitude, WGS-84 degrees
 * @returns the id of its region; null outside China
 */
export function findCounty(lng: number, lat: number): string | null {
  counties ??= decodeCounties(
    // Made by tools/geo, which describes the format.
    brotliDecompressSync(readFileSync(new URL("./counties.bin", import.meta.url))),
  );
  const [x, y] = [lng * unitsPerDegree, lat * unitsPerDegree];
  const county = counties.find(
    ({ bounds: [west, south, east, north], rings }) =>
      x >= west && x <= east && y >= south && y <= north && isInside(rings, x, y),
  );
  return county?.regionId ?? null;
}

/** Whether a ray to the east crosses the rings an odd number of times. */
function isInside(rings: readonly Int32Array[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let at = 2; at < ring.length; at += 2) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
    }
  return inside;
}

function decodeCounties(bytes: Uint8Array): County[] {
  let offset = 0;
  const read = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  };
  const readSigned = () => {
    const value = read();
    return (value >>> 1) ^ -(value & 1);
  };
  const readRing = () => {
    const ring = new Int32Array(read() * 2);
    for (let at = 0; at < ring.length; at += 1) ring[at] = readSigned() + (ring[at - 2] ?? 0);
    return ring;
  };
  return Array.from({ length: read() }, (): County => {
    const regionId = String(read());
    const rings = Array.from({ length: read() }, readRing);
    return { regionId, bounds: getBounds(rings), rings };
  });
}

function getBounds(rings: readonly Int32Array[]): County["bounds"] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, y = 0] = [ring[at], ring[at + 1]];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  return [west, south, east, north];
}
