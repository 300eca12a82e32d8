import { fromLonLat } from "ol/proj.js";
import { useEffect } from "react";
import { useLayer } from "../useLayer.ts";
import { zOrder } from "../zOrder.ts";
import { HeatLayer } from "./HeatLayer.ts";
import type { HeatPoint } from "./shapes.ts";

interface Props {
  readonly points: readonly HeatPoint[];
  readonly visible?: boolean;
}

const createLayer = () => new HeatLayer();

/** A heat layer: the denser and heavier, the stronger. */
export default function Heat({ points, visible = true }: Props) {
  const layer = useLayer(createLayer, zOrder.heat, visible);
  useEffect(() => {
    layer?.setPoints(
      Float64Array.from(
        points.flatMap(({ coordinates, weight }) => [...fromLonLat([...coordinates]), weight]),
      ),
    );
  }, [layer, points]);
  return null;
}
