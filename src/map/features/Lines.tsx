import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import { fromLonLat } from "ol/proj.js";
import { useMemo } from "react";
import { toNearestCopy } from "../drones/data/mercator.ts";
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

function toLineFeature({ id, path, color, width = 2, dashed = false, edge }: MapLine): Feature {
  let last = Number.NaN;
  const points = path.map((at) => {
    const [x = 0, y = 0] = fromLonLat([...at]);
    // Across the date line a line goes on instead of back around the world.
    last = Number.isNaN(last) ? x : toNearestCopy(x, last);
    return [last, y];
  });
  const geometry = new LineString(points);
  const feature = new Feature({ geometry, color, width, dashed, edge });
  feature.setId(id);
  return feature;
}
