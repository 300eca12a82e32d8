import Feature from "ol/Feature.js";
import { circular } from "ol/geom/Polygon.js";
import { useMemo } from "react";
import type { MapScheme } from "../base/mapColors.ts";
import { zOrder } from "../zOrder.ts";
import type { MapCircle } from "./shapes.ts";
import { areaStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";

const styles = { light: areaStyle("light"), dark: areaStyle("dark") };

const corners = 96;

/** Circles of so many metres on the ground, not of so many units of the projection. */
export function Circles({
  circles,
  visible,
  scheme = "light",
}: {
  readonly circles: readonly MapCircle[];
  readonly visible?: boolean;
  /** For the labels. */
  readonly scheme?: MapScheme;
}) {
  const features = useMemo(() => circles.map(circleFeature), [circles]);
  useFeatures({ features, style: styles[scheme], zIndex: zOrder.circles, visible });
  return null;
}

function circleFeature({ id, centre, radius, color, label }: MapCircle): Feature {
  const geometry = circular([...centre], radius, corners).transform("EPSG:4326", "EPSG:3857");
  const feature = new Feature({ geometry, color, label });
  feature.setId(id);
  return feature;
}
