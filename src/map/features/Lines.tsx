import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import { fromLonLat } from "ol/proj.js";
import { useMemo } from "react";
import { zOrder } from "../zOrder.ts";
import type { MapLine } from "./shapes.ts";
import { createLineStyle } from "./styles.ts";
import { useFeatures } from "./useFeatures.ts";

/** Solid or dashed lines. */
export function Lines({
  lines,
  visible,
}: {
  readonly lines: readonly MapLine[];
  readonly visible?: boolean;
}) {
  const features = useMemo(() => lines.map(toLineFeature), [lines]);
  useFeatures({ features, style: createLineStyle, zIndex: zOrder.lines, visible });
  return null;
}

function toLineFeature({ id, path, color, width = 2, dashed = false }: MapLine): Feature {
  const geometry = new LineString(path.map((at) => fromLonLat([...at])));
  const feature = new Feature({ geometry, color, width, dashed });
  feature.setId(id);
  return feature;
}
