import gcoord from "gcoord";
import Projection from "ol/proj/Projection.js";
import { addCoordinateTransforms, addProjection, get } from "ol/proj.js";

const earthRadius = 6_378_137;
type Pair = [number, number];

const toMercator = ([lng, lat]: Pair): Pair => [
  ((lng * Math.PI) / 180) * earthRadius,
  earthRadius * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
];
const fromMercator = ([x, y]: Pair): Pair => [
  ((x / earthRadius) * 180) / Math.PI,
  ((2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) * 180) / Math.PI,
];
const toPair = (coordinate: number[]): Pair => [coordinate[0] ?? 0, coordinate[1] ?? 0];

/** Converts WGS-84 longitude and latitude to GCJ-02, the shifted coordinates of maps published in China. */
export const toGcj02 = (at: Pair): Pair => toPair(gcoord.transform(at, gcoord.WGS84, gcoord.GCJ02));
/** Converts GCJ-02 to WGS-84, accurate to 0.2 m. */
export const fromGcj02 = (at: Pair): Pair => toPair(gcoord.transform(at, gcoord.GCJ02, gcoord.WGS84));

/** Projection of GCJ-02 tile sources. The view is not shifted, and all data stay WGS-84. */
export const gcjProjection = "GCJ02:3857";

/** Registers `GCJ02:3857` with OpenLayers; idempotent. */
export function registerGcj02(): void {
  if (get(gcjProjection)) return;
  const extent = get("EPSG:3857")?.getExtent();
  const projection = new Projection({
    code: gcjProjection,
    units: "m",
    metersPerUnit: 1,
    global: true,
    ...(extent ? { extent } : {}),
    worldExtent: [-180, -85.06, 180, 85.06],
    getPointResolution: (resolution, at) =>
      resolution * Math.cos((fromMercator(toPair(at))[1] * Math.PI) / 180),
  });
  addProjection(projection);
  addCoordinateTransforms(
    "EPSG:4326",
    projection,
    (at) => toMercator(toGcj02(toPair(at))),
    (at) => fromGcj02(fromMercator(toPair(at))),
  );
  addCoordinateTransforms(
    "EPSG:3857",
    projection,
    (at) => toMercator(toGcj02(fromMercator(toPair(at)))),
    (at) => toMercator(fromGcj02(fromMercator(toPair(at)))),
  );
}
