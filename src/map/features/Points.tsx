import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import { fromLonLat } from "ol/proj.js";
import { useMemo } from "react";
import type { MapScheme } from "../base/mapColors.ts";
import { zOrder } from "../zOrder.ts";
import type { MapPoint } from "./shapes.ts";
import { createPointStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";

const styles = { light: createPointStyle("light"), dark: createPointStyle("dark") };

/** Dots with optional labels. */
export function Points({
  points,
  visible,
  scheme = "light",
}: {
  readonly points: readonly MapPoint[];
  readonly visible?: boolean;
  /** Colour scheme of the labels. */
  readonly scheme?: MapScheme;
}) {
  const features = useMemo(() => points.map(toPointFeature), [points]);
  useFeatures({ features, style: styles[scheme], zIndex: zOrder.points, visible });
  return null;
}

/** Creates a feature with the properties that `createPointStyle` reads. */
export function toPointFeature({ coordinates, id, radius = 6, ...look }: MapPoint): Feature<Point> {
  const feature = new Feature({ geometry: new Point(fromLonLat([...coordinates])), radius, ...look });
  feature.setId(id);
  return feature;
}
