import type OlMap from "ol/Map.js";
import { transformExtent } from "ol/proj.js";
import { type FitOptions, fitPadding, flyToExtent } from "../flyTo.ts";
import { worldResolution } from "./data/mercator.ts";
import { type Extent, splitByView } from "./data/splitByView.ts";

/** Places in EPSG:3857. */
export type Places = readonly (readonly [x: number, y: number])[];

interface Fitted {
  /** What the map was asked to show, EPSG:3857; may reach beyond the date line. */
  readonly extent: Extent;
  /** The places that it does not show. */
  readonly outside: Places;
}

/**
 * Moves the map to most of some places, of which there is at least one: those far from all others, and what the
 * smallest zoom cannot show with them, are left out.
 * @param widen gives a larger extent that is to be shown in place of one
 */
export function fitMost(
  map: OlMap,
  places: Places,
  { widen, ...options }: FitOptions & { readonly widen?: (extent: Extent) => Extent } = {},
): Fitted {
  const resolution = worldResolution / 2 ** map.getView().getMinZoom();
  const [width = 0, height = 0] = map.getSize() ?? [];
  const toMetres = (pixels: number) => Math.max(0, pixels - 2 * (options.padding ?? fitPadding)) * resolution;
  const coordinates = { x: places.map(([x]) => x), y: places.map(([, y]) => y) };
  const size = [toMetres(width), toMetres(height - (options.covered ?? 0))] as const;
  const { outside, extent } = splitByView(coordinates, size);
  const shown = widen?.(extent) ?? extent;
  flyToExtent(map, [...shown], options);
  return { extent: shown, outside: outside.flatMap((row) => places.slice(row, row + 1)) };
}

/** Degrees that a fleet spans before the whole country is shown. */
const nationalSpan = 8;
/** The country with all of its sea: a map of it is not cut. West, south, east, north. */
const country = [73.4, 3.3, 135.2, 53.7] as const;

const toMercator = ([west, south, east, north]: Extent): Extent => {
  const [left = 0, bottom = 0, right = 0, top = 0] = transformExtent(
    [west, south, east, north],
    "EPSG:4326",
    "EPSG:3857",
  );
  return [left, bottom, right, top];
};

/** Moves the map to the country. */
export const fitCountry = (map: OlMap, options: FitOptions): void =>
  flyToExtent(map, [...toMercator(country)], options);

/** Of a fleet that is spread over the country the extent with all of the country; of another one as it is. EPSG:3857. */
export function widenToCountry(extent: Extent): Extent {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...extent], "EPSG:3857", "EPSG:4326");
  const isWide = Math.max(north - south, east - west) > nationalSpan;
  const touchesCountry = west < country[2] && east > country[0] && south < country[3] && north > country[1];
  if (!isWide || !touchesCountry) return extent;
  return toMercator([
    Math.min(west, country[0]),
    Math.min(south, country[1]),
    Math.max(east, country[2]),
    Math.max(north, country[3]),
  ]);
}
