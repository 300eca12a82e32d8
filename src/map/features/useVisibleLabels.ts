import type Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import type Polygon from "ol/geom/Polygon.js";
import { useEffect } from "react";
import { useMap } from "../useMap.ts";
import { placeLabel } from "./placeLabel.ts";

/** Keeps the labels of areas in the part that the map shows: inside of a large one its own middle is far away. */
export function useVisibleLabels(features: readonly Feature<Polygon>[]): void {
  const map = useMap();
  useEffect(() => {
    const place = () => {
      const view = map.getView().calculateExtent(map.getSize());
      for (const feature of features) {
        const area = feature.getGeometry();
        const at = area && feature.get("label") ? placeLabel(area, view) : null;
        const before = feature.get("labelAt") as Point | null | undefined;
        if (before?.getCoordinates().join() === at?.join()) continue;
        feature.set("labelAt", at && new Point([...at]));
      }
    };
    place();
    map.on("moveend", place);
    return () => map.un("moveend", place);
  }, [map, features]);
}
