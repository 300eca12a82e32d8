import { all, noModifierKeys, primaryAction } from "ol/events/condition.js";
import type LineString from "ol/geom/LineString.js";
import type { DrawEvent } from "ol/interaction/Draw.js";
import Draw from "ol/interaction/Draw.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import { getLength } from "ol/sphere.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { useEffect } from "react";
import { useLayer } from "../useLayer.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";

const color = "#e8590c";
const style = new Style({
  stroke: new Stroke({ color, width: 2.5, lineDash: [8, 5] }),
  image: new CircleStyle({
    radius: 4,
    fill: new Fill({ color: "#ffffff" }),
    stroke: new Stroke({ color, width: 2 }),
  }),
});
/** A right click opens the coordinate menu: it must not add a point or start a line. */
const condition = all(noModifierKeys, primaryAction);
const createLayer = () => new VectorLayer({ source: new VectorSource(), style });

/**
 * Measures a line drawn by clicks; a double click ends it. Calls `onLength` with 0 when ready, then with metres on the
 * ground at every movement.
 */
export default function Measure({ onLength }: { readonly onLength: (metres: number) => void }) {
  const map = useMap();
  const layer = useLayer(createLayer, zOrder.measure);
  useEffect(() => {
    const source = layer?.getSource();
    if (!source) return;
    const draw = new Draw({ source, type: "LineString", style, condition });
    const handleDrawStart = ({ feature }: DrawEvent) => {
      source.clear();
      const geometry = feature.getGeometry();
      geometry?.on("change", () => onLength(getLength(geometry as LineString)));
    };
    draw.on("drawstart", handleDrawStart);
    map.addInteraction(draw);
    onLength(0);
    return () => {
      map.removeInteraction(draw);
      draw.dispose();
    };
  }, [map, layer, onLength]);
  return null;
}
