import { useLayoutEffect, useState } from "react";

/** What lies open over the page, the topmost last. */
const layers: symbol[] = [];
/** Those of them that are closed, and only wait for the present event to be over. */
const leaving = new Set<symbol>();

export interface Layer {
  /** `onClose`, heard only while nothing lies over this layer: Mantine hears Escape in every open one at once. */
  readonly onClose: () => void;
  /** How dark its overlay is: over another one, little is needed. */
  readonly overlayProps: { readonly backgroundOpacity: number };
}

/** One layer over the page, among those that lie open. */
export function useTopmost(onClose: () => void): Layer {
  const [self] = useState(() => Symbol("layer"));
  const [first, setFirst] = useState(true);
  useLayoutEffect(() => {
    setFirst(layers.every((layer) => leaving.has(layer)));
    layers.push(self);
    return () => {
      leaving.add(self);
      // Once the present event is over: the layer below hears the very Escape that closed this one.
      setTimeout(() => {
        layers.splice(layers.indexOf(self), 1);
        leaving.delete(self);
      });
    };
  }, [self]);
  return {
    onClose: () => {
      if (layers.at(-1) === self) onClose();
    },
    overlayProps: { backgroundOpacity: first ? 0.55 : 0.15 },
  };
}
