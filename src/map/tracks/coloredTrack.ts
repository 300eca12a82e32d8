import { toMercatorX, toMercatorY, toNearestCopy } from "../drones/data/mercator.ts";

/** A track on the map, as runs of one colour. */
export interface ColoredTrack {
  readonly id: string;
  /** EPSG:3857, two numbers a sample; across the date line x goes on beyond the edge of the world. */
  readonly coordinates: Float64Array;
  /** From the first to the last sample of each run; between runs that do not touch nothing is drawn. */
  readonly runs: readonly { readonly color: string; readonly first: number; readonly last: number }[];
}

/** Projects positions in degrees × 10⁷; each is the copy nearest to the one before. */
export function projectTrack(lat: Int32Array, lon: Int32Array): Float64Array {
  const coordinates = new Float64Array(2 * lat.length);
  for (let i = 0; i < lat.length; i++) {
    const x = toMercatorX(lon[i] ?? 0);
    coordinates[2 * i] = i === 0 ? x : toNearestCopy(x, coordinates[2 * i - 2] ?? 0);
    coordinates[2 * i + 1] = toMercatorY(lat[i] ?? 0);
  }
  return coordinates;
}

/** West, south, east, north of all tracks, EPSG:3857, each as the copy nearest to the first; null without a sample. */
export function getTracksExtent(
  tracks: readonly Pick<ColoredTrack, "coordinates">[],
): [number, number, number, number] | null {
  const extent: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  const near = tracks.find(({ coordinates }) => coordinates.length > 0)?.coordinates[0] ?? 0;
  for (const { coordinates } of tracks) {
    const shift = toNearestCopy(coordinates[0] ?? 0, near) - (coordinates[0] ?? 0);
    for (let i = 0; i < coordinates.length; i += 2) {
      const [x, y] = [(coordinates[i] ?? 0) + shift, coordinates[i + 1] ?? 0];
      if (x < extent[0]) extent[0] = x;
      if (y < extent[1]) extent[1] = y;
      if (x > extent[2]) extent[2] = x;
      if (y > extent[3]) extent[3] = y;
    }
  }
  return extent[0] <= extent[2] ? extent : null;
}
