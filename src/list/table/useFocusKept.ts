import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Keeps the focus in the table where the row or act that had it is gone once the rows are read anew. */
export function useFocusKept(scroller: RefObject<HTMLElement | null>): void {
  const inside = useRef(false);
  useEffect(() => {
    const place = scroller.current;
    const come = () => {
      inside.current = true;
    };
    const go = ({ target }: FocusEvent) =>
      // A removed element may say so before it is gone; only one that stays was left.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !place?.contains(document.activeElement))
          inside.current = false;
      });
    place?.addEventListener("focusin", come);
    place?.addEventListener("focusout", go);
    return () => {
      place?.removeEventListener("focusin", come);
      place?.removeEventListener("focusout", go);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
  });
}
