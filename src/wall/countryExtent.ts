/** Degrees × 10⁷ in a frame. */
export const frameDegrees = 1e7;

/** The part of a frame that says where drones are, in the unit of a frame. */
interface FleetPlaces {
  readonly count: number;
  readonly columns: { readonly lon: ArrayLike<number>; readonly lat: ArrayLike<number> };
}

/** Latitudes and longitudes that a fleet spans before the whole country is shown, degrees. */
const nationalSpan = 8;
/** The country with all of its sea: a map of it is not cut. West, south, east, north. */
const country = [73.4, 3.3, 135.2, 53.7] as const;

/** Longitude and latitude of two corners of the area in which drones are; nothing before the first frame. */
export function findFleetCorners(snapshot: FleetPlaces | null): readonly (readonly [number, number])[] {
  if (!snapshot || snapshot.count === 0) return [];
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let row = 0; row < snapshot.count; row++) {
    const lon = (snapshot.columns.lon[row] ?? 0) / frameDegrees;
    const lat = (snapshot.columns.lat[row] ?? 0) / frameDegrees;
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  if (Math.max(north - south, east - west) > nationalSpan)
    [west, south, east, north] = [
      Math.min(west, country[0]),
      Math.min(south, country[1]),
      Math.max(east, country[2]),
      Math.max(north, country[3]),
    ];
  return [
    [west, south],
    [east, north],
  ];
}
