import { type PointerEvent, useRef } from "react";

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
}

interface Options {
  /** @param x CSS px from the element's left edge */
  readonly toTime: (x: number) => number;
  readonly onSeek: (ms: number) => void;
  /** @param x CSS px from the element's left edge; null where the mouse has left */
  readonly onHover: (x: number | null) => void;
}

const getX = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
  clientX - currentTarget.getBoundingClientRect().left;

/** The time of the event tick under the pointer; null beside ticks. */
function getMarkTime({ target }: PointerEvent<HTMLElement>): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
  const at = mark?.dataset["at"];
  return at === undefined ? null : Number(at);
}

/**
 * Seeks by click and drag. A finger seeks when it moves or lifts, not when it lands: it may begin to scroll the page
 * (which cancels the pointer) or to pinch.
 */
export function useSeekPointer({ toTime, onSeek, onHover }: Options): PointerHandlers {
  const dragged = useRef<number | null>(null);
  return {
    onPointerDown(event) {
      if (!event.isPrimary) dragged.current = null;
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = event.pointerId;
      onHover(null);
      if (event.pointerType !== "touch") onSeek(getMarkTime(event) ?? toTime(getX(event)));
    },
    onPointerMove(event) {
      if (dragged.current === event.pointerId) onSeek(toTime(getX(event)));
      else if (event.pointerType !== "touch") onHover(getX(event));
    },
    onPointerUp(event) {
      if (dragged.current !== event.pointerId) return;
      dragged.current = null;
      if (event.pointerType === "touch") onSeek(getMarkTime(event) ?? toTime(getX(event)));
    },
    onPointerCancel() {
      dragged.current = null;
    },
    onPointerLeave() {
      onHover(null);
    },
  };
}
