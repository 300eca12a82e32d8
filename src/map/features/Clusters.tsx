import type Feature from "ol/Feature.js";
import type { FeatureLike } from "ol/Feature.js";
import type Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import Cluster from "ol/source/Cluster.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { useEffect } from "react";
import { clusterRadiusPx } from "../../../adapters/contract/constants.ts";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";
import { pointFeature } from "./Points.tsx";
import type { MapPoint } from "./shapes.ts";
import { mapFonts, pointStyle } from "./styles.ts";

/** Markers nearer than 80 px to each other show as one with their count, and part on zooming in. */
export function Clusters({
  points,
  visible = true,
}: {
  readonly points: readonly MapPoint[];
  readonly visible?: boolean;
}) {
  const layer = useLayer(makeLayer, zOrder.clusters, visible);
  useEffect(() => {
    const source = layer?.getSource()?.getSource();
    source?.clear();
    source?.addFeatures(points.map(pointFeature));
  }, [layer, points]);
  return null;
}

function makeLayer() {
  const source = new Cluster({ distance: clusterRadiusPx, source: new VectorSource<Feature<Point>>() });
  return new VectorLayer({ source, style: clusterStyle });
}

const single = pointStyle("light");

function clusterStyle(feature: FeatureLike): Style {
  const held = feature.get("features") as Feature<Point>[];
  const [first] = held;
  if (first && held.length === 1) return single(first);
  return new Style({
    image: new CircleStyle({
      radius: 14 + Math.min(10, 3 * Math.log10(held.length)),
      fill: new Fill({ color: "rgba(13, 92, 171, 0.88)" }),
      stroke: new Stroke({ color: "rgba(255, 255, 255, 0.85)", width: 2 }),
    }),
    text: new Text({
      text: String(held.length),
      font: `600 12px ${mapFonts}`,
      fill: new Fill({ color: "#ffffff" }),
    }),
  });
}
