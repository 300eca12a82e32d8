import type OlMap from "ol/Map.js";
import { createContext, use } from "react";

export const MapContext = createContext<OlMap | null>(null);

/** Returns the map of the surrounding `MapView`. */
export function useMap(): OlMap {
  const map = use(MapContext);
  if (!map) throw new Error("useMap outside of a map");
  return map;
}
