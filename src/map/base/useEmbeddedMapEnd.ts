import { toLonLat } from "ol/proj.js";
import { useEffect, useState } from "react";
import { useMap } from "../useMap.ts";

/** The embedded archive ends at zoom 9; up to here its tiles are only a little enlarged. */
export const maxDetailZoom = 9.5;
/** West, south, east, north in degrees: where the embedded map has places and boundaries. */
const [west, south, east, north] = [60, -6, 150, 58] as const;

/** Why the embedded map shows less here than the zoom promises; null where it does not. */
export function useEmbeddedMapEnd(): "area" | "zoom" | null {
  const map = useMap();
  const [end, setEnd] = useState<"area" | "zoom" | null>(null);
  useEffect(() => {
    const update = () => {
      const view = map.getView();
      const [lng = 0, lat = 0] = toLonLat(view.getCenter() ?? [0, 0]);
      const isOutside = lng < west || lng > east || lat < south || lat > north;
      setEnd(isOutside ? "area" : (view.getZoom() ?? 0) > maxDetailZoom ? "zoom" : null);
    };
    update();
    map.on("moveend", update);
    return () => map.un("moveend", update);
  }, [map]);
  return end;
}
