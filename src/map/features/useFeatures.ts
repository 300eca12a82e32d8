import type Feature from "ol/Feature.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import type { StyleLike } from "ol/style/Style.js";
import { useEffect } from "react";
import { useLayer } from "../useLayer.ts";

interface FeatureLayerOptions {
  readonly features: readonly Feature[];
  readonly style: StyleLike;
  readonly zIndex: number;
  readonly visible?: boolean | undefined;
}

const createLayer = () => new VectorLayer({ source: new VectorSource() });

/** Shows exactly these features in a vector layer. */
export function useFeatures({ features, style, zIndex, visible = true }: FeatureLayerOptions): void {
  const layer = useLayer(createLayer, zIndex, visible);
  useEffect(() => {
    layer?.setStyle(style);
  }, [layer, style]);
  useEffect(() => {
    const source = layer?.getSource();
    source?.clear();
    source?.addFeatures([...features]);
  }, [layer, features]);
}
