import { mapCentre, mapZoom } from "../../adapters/contract/constants.ts";
import { toMercatorX, toMercatorY, worldResolution } from "./drones/data/mercator.ts";

/** The country with all of its sea: a map of it is not cut. West, south, east, north in degrees. */
export const country = [73.4, 3.3, 135.2, 53.7] as const;
/** Where its land and large islands end in the south. */
const landSouth = 17.5;

const e7 = 1e7;
const [west, south, east, north] = country;
const toPixelsX = (lng: number) => toMercatorX(lng * e7) / worldResolution;
const toPixelsY = (lat: number) => toMercatorY(lat * e7) / worldResolution;
const toLongitude = (pixels: number) => (pixels * 360) / 256;
const toLatitude = (pixels: number) =>
  (360 / Math.PI) * Math.atan(Math.exp((pixels * 2 * Math.PI) / 256)) - 90;

/** Of a map that shows the country, how much the country may take. */
const share = 0.98;
/** So many levels below the one that shows the country as large as it can, a large map ends. */
const spareLevels = 0.5;

/** Of a map that has no size yet. */
const zoomOfNothing = 1;

type Size = readonly [width: number, height: number];

/** The largest zoom that shows all from a latitude to the country's north, if it stands in the middle. */
function fit([width, height]: Size, from: number): number {
  const [x, y] = [toPixelsX(east) - toPixelsX(west), toPixelsY(north) - toPixelsY(from)];
  return Math.max(zoomOfNothing, Math.log2(Math.min((share * width) / x, (share * height) / y)));
}

/**
 * The smallest zoom of a map: 4, as specified, on a map where it shows all of the land. A smaller map goes on until the
 * country is whole, a larger one ends while the country fills most of it.
 * @param size of the map, CSS px
 */
export function getLeastZoom(size: Size): number {
  if (fit(size, landSouth) < mapZoom.min) return fit(size, south);
  return Math.max(mapZoom.min, fit(size, south) - spareLevels);
}

/** Moves the middle of a map by as little as shows all from `low` to `high`. */
const reach = (middle: number, low: number, high: number, half: number): number =>
  Math.max(high - half, Math.min(low + half, middle));

/**
 * How a map begins that nobody has moved: at the specified centre, moved only where the land would be cut, or on a small
 * map the sea.
 * @param zoom the one that is wanted; less where the country would be cut
 */
export function frameCountry(size: Size, zoom: number) {
  const shown = Math.max(getLeastZoom(size), Math.min(zoom, fit(size, south)));
  const [halfX = 0, halfY = 0] = size.map((pixels) => pixels / 2 / 2 ** shown);
  const [lng, lat] = mapCentre;
  const x = reach(toPixelsX(lng), toPixelsX(west), toPixelsX(east), halfX);
  const [bottom, top, y] = [toPixelsY(landSouth), toPixelsY(north), toPixelsY(lat)];
  const isCut = shown < mapZoom.min || reach(y, bottom, top, halfY) !== y;
  const centre = [toLongitude(x), isCut ? toLatitude(reach(y, toPixelsY(south), top, halfY)) : lat] as const;
  return { centre, zoom: shown };
}
