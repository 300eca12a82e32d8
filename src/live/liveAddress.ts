import { mapZoom } from "../../adapters/contract/constants.ts";
import { isId } from "../../adapters/contract/fields.ts";
import { type LiveLayer, liveLayers } from "../../machines/liveTasksPort.ts";
import type { MapViewState } from "../map/mapViewState.ts";

/** What the address contains besides the list's filter. */
export interface LiveAddress {
  readonly task: string | null;
  /** Null where the map shows its default view. */
  readonly view: Readonly<MapViewState> | null;
  /** Layers that are not as usual. */
  readonly toggledLayers: readonly LiveLayer[];
  readonly smooth: boolean;
  /** Id of the base map; null where the user's own choice counts, "" for the embedded one. */
  readonly basemap: string | null;
}

/** The embedded base map, whose id is empty, in the address. */
const embeddedName = "embedded";

const viewPattern = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?),(\d{1,2}(?:\.\d+)?)$/;

/** Parses the address; what does not fit is left out. */
export function parseAddress(query: URLSearchParams): LiveAddress {
  const task = query.get("task");
  const toggled = (query.get("layers") ?? "").split(",");
  return {
    task: task !== null && isId(task) ? task : null,
    view: parseView(query.get("view") ?? ""),
    toggledLayers: liveLayers.filter((layer) => toggled.includes(layer)),
    smooth: query.get("points") !== "raw",
    basemap: parseBasemap(query.get("base")),
  };
}

const parseBasemap = (text: string | null) => (text === embeddedName ? "" : text === "" ? null : text);

function parseView(text: string): MapViewState | null {
  const [, lng, lat, zoom] = viewPattern.exec(text) ?? [];
  if (lng === undefined || lat === undefined || zoom === undefined) return null;
  if (Math.abs(Number(lng)) > 180 || Math.abs(Number(lat)) > 85) return null;
  return {
    centre: [Number(lng), Number(lat)],
    zoom: Math.min(mapZoom.max, Math.max(mapZoom.min, Number(zoom))),
  };
}

/** Five decimals are a metre. */
const formatView = ({ centre: [lng, lat], zoom }: Readonly<MapViewState>) =>
  `${Number(lng.toFixed(5))},${Number(lat.toFixed(5))},${Number(zoom.toFixed(2))}`;

/** Writes the address to URL parameters; what is as usual is omitted. */
export function toAddressParams(
  { task, view, toggledLayers, smooth, basemap }: LiveAddress,
  current: URLSearchParams,
): URLSearchParams {
  const query = new URLSearchParams(current);
  const values = {
    task,
    view: view && formatView(view),
    layers: toggledLayers.join(",") || null,
    points: smooth ? null : "raw",
    base: basemap === "" ? embeddedName : basemap,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query;
}
