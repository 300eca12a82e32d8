import Feature from "ol/Feature.js";
import Polygon from "ol/geom/Polygon.js";
import { fromLonLat } from "ol/proj.js";
import { useMemo } from "react";
import type { MapScheme } from "../base/mapColors.ts";
import { zOrder } from "../zOrder.ts";
import type { MapPolygon } from "./shapes.ts";
import { createAreaStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";
import { useVisibleLabels } from "./useVisibleLabels.ts";

const styles = { light: createAreaStyle("light"), dark: createAreaStyle("dark") };

/** Polygons with outline, fill and holes. */
export function Polygons({
  polygons,
  visible,
  scheme = "light",
}: {
  readonly polygons: readonly MapPolygon[];
  readonly visible?: boolean;
  /** Colour scheme of the labels. */
  readonly scheme?: MapScheme;
}) {
  const features = useMemo(() => polygons.map(toPolygonFeature), [polygons]);
  useVisibleLabels(features);
  useFeatures({ features, style: styles[scheme], zIndex: zOrder.zones, visible });
  return null;
}

function toPolygonFeature({ id, rings, color, label, outlineOnly }: MapPolygon): Feature<Polygon> {
  const geometry = new Polygon(rings.map((ring) => ring.map((at) => fromLonLat([...at]))));
  const feature = new Feature({ geometry, color, label, outlineOnly });
  feature.setId(id);
  return feature;
}
