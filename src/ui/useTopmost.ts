import { useEffect, useState } from "react";

/** What lies open over the page, the topmost last. */
const layers: symbol[] = [];

/** `onClose`, heard only while nothing lies over this layer: Mantine hears Escape in every open one at once. */
export function useTopmost(onClose: () => void): () => void {
  const [self] = useState(() => Symbol("layer"));
  useEffect(() => {
    layers.push(self);
    return () => {
      // Once the present event is over: the layer below hears the very Escape that closed this one.
      setTimeout(() => layers.splice(layers.indexOf(self), 1));
    };
  }, [self]);
  return () => {
    if (layers.at(-1) === self) onClose();
  };
}
