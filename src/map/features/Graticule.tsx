import OlGraticule from "ol/layer/Graticule.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Text from "ol/style/Text.js";
import { useCallback } from "react";
import { type MapScheme, mapColors } from "../base/mapColors.ts";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";

const intervals = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Lines of longitude and latitude, labelled at the top and left, where no controls cover the labels. */
export default function Graticule({ scheme }: { readonly scheme: MapScheme }) {
  const createLayer = useCallback(() => {
    const { graticule, labels, china } = mapColors[scheme];
    const labelStyle = {
      font: "11px sans-serif",
      fill: new Fill({ color: labels.middle }),
      stroke: new Stroke({ color: china, width: 3 }),
    };
    return new OlGraticule({
      strokeStyle: new Stroke({ color: graticule, width: 1 }),
      showLabels: true,
      lonLabelPosition: 1,
      lonLabelStyle: new Text({ ...labelStyle, textBaseline: "top", offsetY: 4 }),
      latLabelPosition: 0,
      latLabelStyle: new Text({ ...labelStyle, textAlign: "start", offsetX: 6 }),
      intervals,
      targetSize: 140,
      wrapX: false,
    });
  }, [scheme]);
  useLayer(createLayer, zOrder.graticule);
  return null;
}
