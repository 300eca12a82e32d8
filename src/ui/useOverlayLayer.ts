import { useLayoutEffect, useState } from "react";

/** What lies open over the page, the topmost last. */
const layers: symbol[] = [];
/** Those of them that are closed, and only wait for the present event to be over. */
const closing = new Set<symbol>();

export interface OverlayLayer {
  /** `onClose`, heard only while nothing lies over this layer: Mantine hears Escape in every open one at once. */
  readonly onClose: () => void;
  /** How dark its overlay is: over another one, little is needed. */
  readonly overlayProps: { readonly backgroundOpacity: number };
}

/** One layer over the page, among those that lie open. */
export function useOverlayLayer(onClose: () => void): OverlayLayer {
  const [layerId] = useState(() => Symbol("layer"));
  const [isBottom, setIsBottom] = useState(true);
  useLayoutEffect(() => {
    setIsBottom(layers.every((layer) => closing.has(layer)));
    layers.push(layerId);
    return () => {
      closing.add(layerId);
      // Once the present event is over: the layer below hears the very Escape that closed this one.
      setTimeout(() => {
        layers.splice(layers.indexOf(layerId), 1);
        closing.delete(layerId);
      });
    };
  }, [layerId]);
  return {
    onClose: () => {
      if (layers.at(-1) === layerId) onClose();
    },
    overlayProps: { backgroundOpacity: isBottom ? 0.55 : 0.15 },
  };
}
