import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Keeps the focus in the table where the row or act that had it is gone once the rows are read anew. */
export function useRetainFocus(scroller: RefObject<HTMLElement | null>): void {
  const hasFocus = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const handleFocusIn = () => {
      hasFocus.current = true;
    };
    const handleFocusOut = ({ target }: FocusEvent) =>
      // A removed element may say so before it is gone; only one that stays was left.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !element?.contains(document.activeElement))
          hasFocus.current = false;
      });
    element?.addEventListener("focusin", handleFocusIn);
    element?.addEventListener("focusout", handleFocusOut);
    return () => {
      element?.removeEventListener("focusin", handleFocusIn);
      element?.removeEventListener("focusout", handleFocusOut);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
  });
}
