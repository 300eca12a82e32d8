import OlGraticule from "ol/layer/Graticule.js";
import Stroke from "ol/style/Stroke.js";
import { useCallback } from "react";
import { type MapScheme, mapColors } from "../base/mapColors.ts";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";

const intervals = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Lines of equal longitude and latitude with their degrees. */
export default function Graticule({ scheme }: { readonly scheme: MapScheme }) {
  const make = useCallback(
    () =>
      new OlGraticule({
        strokeStyle: new Stroke({ color: mapColors[scheme].graticule, width: 1 }),
        showLabels: true,
        intervals,
        targetSize: 140,
        wrapX: false,
      }),
    [scheme],
  );
  useLayer(make, zOrder.graticule);
  return null;
}
