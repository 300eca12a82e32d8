import { dictionaryCodes } from "./china.mjs";

/** Units of 1e-4 degrees, about 11 m. */
const unitsPerDegree = 10_000;

/**
 * Counties as bytes, all numbers as LEB128: their number, then of each its region code, its number of rings, and of
 * each ring its number of points and their differences of longitude and latitude, zigzag, from 0, 0. A point is in a
 * county if a ray from it crosses the rings an odd number of times.
 * @param {{ features: readonly { properties: { gb: string }, geometry: { type: string, coordinates: any } }[] }} counties
 */
export function encodeCounties({ features }) {
  const bytes = [];
  const write = (value) => {
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  };
  const writeSigned = (value) => write(((value << 1) ^ (value >> 31)) >>> 0);
  write(features.length);
  for (const { properties, geometry } of features) {
    const code = properties.gb.slice(3);
    const rings = geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
    write(Number(dictionaryCodes.get(code) ?? code));
    write(rings.length);
    for (const ring of rings) {
      write(ring.length);
      let [lastX, lastY] = [0, 0];
      for (const [lng, lat] of ring) {
        const [x, y] = [Math.round(lng * unitsPerDegree), Math.round(lat * unitsPerDegree)];
        writeSigned(x - lastX);
        writeSigned(y - lastY);
        [lastX, lastY] = [x, y];
      }
    }
  }
  return Uint8Array.from(bytes);
}
