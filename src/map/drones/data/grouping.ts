import Supercluster, { type PointFeature } from "supercluster";
import { clusterRadiusPx } from "../../../../adapters/contract/constants.ts";
import type { FleetWindow, Grouping } from "./fleetShot.ts";

const earthRadius = 6_378_137;
const halfWorld = Math.PI * earthRadius;
/** From here on drones are shown one by one, however many they are. */
const firstSingleZoom = 11;

interface Placed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly count: number;
}

/** Whether every drone stands for itself in that window. */
export const isParted = ({ zoom, clusters }: Pick<FleetWindow, "zoom" | "clusters">): boolean =>
  !clusters || zoom >= firstSingleZoom;

/**
 * Groups drones nearer than 80 px to each other, for one zoom.
 * @returns every row as a single where grouping is off or the zoom shows single drones
 */
export function group(placed: Placed, window: FleetWindow): Grouping {
  if (isParted(window)) {
    const singles = new Uint32Array(placed.count);
    for (let row = 0; row < singles.length; row++) singles[row] = row;
    return { singles, clusters: new Float64Array(0) };
  }
  const { zoom, extent } = window;
  const level = Math.floor(zoom);
  // The library knows whole zooms only: the tile's extent takes up the rest.
  const index = new Supercluster<{ row: number }>({
    radius: clusterRadiusPx,
    extent: 256 * 2 ** (zoom - level),
    minZoom: level,
    maxZoom: level,
  });
  index.load(features(placed));
  const singles: number[] = [];
  const triples: number[] = [];
  for (const { properties, geometry } of index.getClusters(degreesOf(extent), level)) {
    if ("point_count" in properties) {
      const [lng = 0, lat = 0] = geometry.coordinates;
      triples.push(metresX(lng), metresY(lat), properties.point_count);
    } else singles.push(properties.row);
  }
  return { singles: Uint32Array.from(singles), clusters: Float64Array.from(triples) };
}

function features({ x, y, count }: Placed): PointFeature<{ row: number }>[] {
  return Array.from({ length: count }, (_, row) => ({
    type: "Feature",
    properties: { row },
    geometry: { type: "Point", coordinates: [lngOf(x[row] ?? 0), latOf(y[row] ?? 0)] },
  }));
}

const lngOf = (x: number) => (x / halfWorld) * 180;
const latOf = (y: number) => (Math.atan(Math.exp(y / earthRadius)) * 360) / Math.PI - 90;
const metresX = (lng: number) => (lng / 180) * halfWorld;
const metresY = (lat: number) => earthRadius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/** The view with a margin, so that a short pan shows no hole. */
function degreesOf([west, south, east, north]: FleetWindow["extent"]): [number, number, number, number] {
  const marginX = (east - west) * 0.3;
  const marginY = (north - south) * 0.3;
  return [lngOf(west - marginX), latOf(south - marginY), lngOf(east + marginX), latOf(north + marginY)];
}
