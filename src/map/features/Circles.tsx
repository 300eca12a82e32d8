import Feature from "ol/Feature.js";
import { circular, type default as Polygon } from "ol/geom/Polygon.js";
import { useMemo } from "react";
import type { MapScheme } from "../base/mapColors.ts";
import { zOrder } from "../zOrder.ts";
import type { MapCircle } from "./shapes.ts";
import { createAreaStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";
import { useVisibleLabels } from "./useVisibleLabels.ts";

const styles = { light: createAreaStyle("light"), dark: createAreaStyle("dark") };

const circleSegments = 96;

/** Circles with a radius in metres on the ground, not in units of the projection. */
export function Circles({
  circles,
  visible,
  scheme = "light",
}: {
  readonly circles: readonly MapCircle[];
  readonly visible?: boolean;
  /** Colour scheme of the labels. */
  readonly scheme?: MapScheme;
}) {
  const features = useMemo(() => circles.map(toCircleFeature), [circles]);
  useVisibleLabels(features);
  useFeatures({ features, style: styles[scheme], zIndex: zOrder.circles, visible });
  return null;
}

function toCircleFeature({ id, centre, radius, color, label }: MapCircle): Feature<Polygon> {
  const geometry = circular([...centre], radius, circleSegments).transform("EPSG:4326", "EPSG:3857");
  const feature = new Feature({ geometry, color, label });
  feature.setId(id);
  return feature;
}
