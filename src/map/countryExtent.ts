import { transformExtent } from "ol/proj.js";
import type { Extent } from "./drones/data/splitByView.ts";

/** Degrees that a fleet spans before the whole country is shown. */
const nationalSpan = 8;
/** The country with all of its sea: a map of it is not cut. West, south, east, north. */
const country = [73.4, 3.3, 135.2, 53.7] as const;

/** Of a fleet that is spread over the country the extent with all of the country; of another one as it is. EPSG:3857. */
export function widenToCountry(extent: Extent): Extent {
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent([...extent], "EPSG:3857", "EPSG:4326");
  const isWide = Math.max(north - south, east - west) > nationalSpan;
  const touchesCountry = west < country[2] && east > country[0] && south < country[3] && north > country[1];
  if (!isWide || !touchesCountry) return extent;
  const widened = [
    Math.min(west, country[0]),
    Math.min(south, country[1]),
    Math.max(east, country[2]),
    Math.max(north, country[3]),
  ];
  const [left = 0, bottom = 0, right = 0, top = 0] = transformExtent(widened, "EPSG:4326", "EPSG:3857");
  return [left, bottom, right, top];
}
