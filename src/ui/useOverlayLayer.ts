import { type MouseEvent, useLayoutEffect, useState } from "react";

/** The open overlays, the topmost last. */
const layers: symbol[] = [];
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Whether any dialog or drawer is open. */
export const openOverlays = {
  areOpen: () => layers.length > 0,
  /** Returns an unsubscribe function. */
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Closed overlays that stay in `layers` until the current event has been handled. */
const closing = new Set<symbol>();

export interface OverlayLayer {
  /** Calls `onClose` only for the topmost layer; Mantine handles Escape in every open one. */
  readonly onClose: () => void;
  readonly overlayProps: {
    /** Lower above another overlay. */
    readonly backgroundOpacity: number;
    readonly onClickCapture: (event: MouseEvent) => void;
  };
}

/** The second click of a double click comes at most so much later. */
const doubleClickMs = 500;

/** Registers an overlay among the open ones. */
export function useOverlayLayer(onClose: () => void): OverlayLayer {
  const [layerId] = useState(() => Symbol("layer"));
  const [openedAt] = useState(() => performance.now());
  const [isBottom, setIsBottom] = useState(true);
  useLayoutEffect(() => {
    setIsBottom(layers.every((layer) => closing.has(layer)));
    layers.push(layerId);
    notify();
    return () => {
      closing.add(layerId);
      // Deferred: the layer below handles the same Escape event that closed this one.
      setTimeout(() => {
        layers.splice(layers.indexOf(layerId), 1);
        closing.delete(layerId);
        notify();
      });
    };
  }, [layerId]);
  return {
    onClose: () => {
      if (layers.at(-1) === layerId) onClose();
    },
    overlayProps: {
      backgroundOpacity: isBottom ? 0.55 : 0.15,
      // What was double-clicked has opened the overlay, which then takes the second click: it is no click outside.
      onClickCapture: (event) => {
        if (performance.now() - openedAt < doubleClickMs) event.stopPropagation();
      },
    },
  };
}
