import { useEffect } from "react";
import { HeatLayer } from "../features/Heat.tsx";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import type { FleetFeed } from "./fleetFeed.ts";

const weight = 0.6;
const createLayer = () => new HeatLayer();

/** Heat map of the drones in the last frame. */
export default function FleetHeat({ feed }: { readonly feed: FleetFeed }) {
  const layer = useLayer(createLayer, zOrder.heat);
  useEffect(() => {
    if (!layer) return;
    const show = ({ x1, y1, count }: FleetSnapshot) => {
      const points = new Float64Array(3 * count);
      for (let row = 0; row < count; row++) points.set([x1[row] ?? 0, y1[row] ?? 0, weight], 3 * row);
      layer.setPoints(points);
    };
    const latest = feed.getLatest();
    if (latest) show(latest);
    return feed.onSnapshot(show);
  }, [layer, feed]);
  return null;
}
