import { toMercatorX, toMercatorY } from "../drones/data/mercator.ts";

/** A track on the map, as runs of one colour. */
export interface ColoredTrack {
  readonly id: string;
  /** EPSG:3857, two numbers a sample. */
  readonly coordinates: Float64Array;
  /** From the first to the last sample of each run; between runs that do not touch nothing is drawn. */
  readonly runs: readonly { readonly color: string; readonly first: number; readonly last: number }[];
}

/** Projects positions in degrees × 10⁷. */
export function projectTrack(lat: Int32Array, lon: Int32Array): Float64Array {
  const coordinates = new Float64Array(2 * lat.length);
  for (let i = 0; i < lat.length; i++) {
    coordinates[2 * i] = toMercatorX(lon[i] ?? 0);
    coordinates[2 * i + 1] = toMercatorY(lat[i] ?? 0);
  }
  return coordinates;
}

/** West, south, east, north of all tracks, EPSG:3857; null without a sample. */
export function getTracksExtent(
  tracks: readonly Pick<ColoredTrack, "coordinates">[],
): [number, number, number, number] | null {
  const extent: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { coordinates } of tracks)
    for (let i = 0; i < coordinates.length; i += 2) {
      const [x, y] = [coordinates[i] ?? 0, coordinates[i + 1] ?? 0];
      if (x < extent[0]) extent[0] = x;
      if (y < extent[1]) extent[1] = y;
      if (x > extent[2]) extent[2] = x;
      if (y > extent[3]) extent[3] = y;
    }
  return extent[0] <= extent[2] ? extent : null;
}
