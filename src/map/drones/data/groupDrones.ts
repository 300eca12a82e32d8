import Supercluster, { type PointFeature } from "supercluster";
import { clusterRadiusPx } from "../../../../adapters/contract/constants.ts";
import type { FleetViewport, Grouping } from "./fleetSnapshot.ts";

const earthRadius = 6_378_137;
const halfWorld = Math.PI * earthRadius;
/** From here on drones are shown one by one, however many they are. */
const minUnclusteredZoom = 11;

interface DronePositions {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: number;
}

/** Whether every drone stands for itself in that window. */
export const isUnclustered = ({ zoom, clusters }: Pick<FleetViewport, "zoom" | "clusters">): boolean =>
  !clusters || zoom >= minUnclusteredZoom;

/**
 * Groups drones nearer than 80 px to each other, for one zoom.
 * @returns every row as a single where grouping is off or the zoom shows single drones
 */
export function groupDrones(positions: DronePositions, viewport: FleetViewport): Grouping {
  if (isUnclustered(viewport)) {
    const singles = new Uint32Array(positions.count);
    for (let row = 0; row < singles.length; row++) singles[row] = row;
    return { singles, clusters: new Float64Array(0) };
  }
  const { zoom, extent } = viewport;
  const level = Math.floor(zoom);
  // The library knows whole zooms only: the tile's extent takes up the rest.
  const index = new Supercluster<{ row: number }>({
    radius: clusterRadiusPx,
    extent: 256 * 2 ** (zoom - level),
    minZoom: level,
    maxZoom: level,
  });
  index.load(toPointFeatures(positions));
  const singles: number[] = [];
  const triples: number[] = [];
  for (const { properties, geometry } of index.getClusters(toPaddedDegrees(extent), level)) {
    if ("point_count" in properties) {
      const [lng = 0, lat = 0] = geometry.coordinates;
      triples.push(toMercatorX(lng), toMercatorY(lat), properties.point_count);
    } else singles.push(properties.row);
  }
  return { singles: Uint32Array.from(singles), clusters: Float64Array.from(triples) };
}

function toPointFeatures({ x, y, count }: DronePositions): PointFeature<{ row: number }>[] {
  return Array.from({ length: count }, (_, row) => ({
    type: "Feature",
    properties: { row },
    geometry: { type: "Point", coordinates: [toLng(x[row] ?? 0), toLat(y[row] ?? 0)] },
  }));
}

const toLng = (x: number) => (x / halfWorld) * 180;
const toLat = (y: number) => (Math.atan(Math.exp(y / earthRadius)) * 360) / Math.PI - 90;
const toMercatorX = (lng: number) => (lng / 180) * halfWorld;
const toMercatorY = (lat: number) => earthRadius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/** The view with a margin, so that a short pan shows no hole. */
function toPaddedDegrees([west, south, east, north]: FleetViewport["extent"]): [
  number,
  number,
  number,
  number,
] {
  const marginX = (east - west) * 0.3;
  const marginY = (north - south) * 0.3;
  return [toLng(west - marginX), toLat(south - marginY), toLng(east + marginX), toLat(north + marginY)];
}
