import Feature from "ol/Feature.js";
import Polygon from "ol/geom/Polygon.js";
import { fromLonLat } from "ol/proj.js";
import { useMemo } from "react";
import type { MapScheme } from "../base/mapColors.ts";
import { zOrder } from "../zOrder.ts";
import type { MapPolygon } from "./shapes.ts";
import { areaStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";

const styles = { light: areaStyle("light"), dark: areaStyle("dark") };

/** Areas with their outline, fill and holes. */
export function Polygons({
  polygons,
  visible,
  scheme = "light",
}: {
  readonly polygons: readonly MapPolygon[];
  readonly visible?: boolean;
  /** For the labels. */
  readonly scheme?: MapScheme;
}) {
  const features = useMemo(() => polygons.map(polygonFeature), [polygons]);
  useFeatures({ features, style: styles[scheme], zIndex: zOrder.zones, visible });
  return null;
}

function polygonFeature({ id, rings, color, label }: MapPolygon): Feature {
  const geometry = new Polygon(rings.map((ring) => ring.map((at) => fromLonLat([...at]))));
  const feature = new Feature({ geometry, color, label });
  feature.setId(id);
  return feature;
}
