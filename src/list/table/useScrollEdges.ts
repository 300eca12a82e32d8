import { type RefObject, useEffect } from "react";

/**
 * Says on the element, as `data-before` and `data-after`, whether something is scrolled out of sight to its left or
 * right: pinned columns cast their shadow there. Written past React, as scrolling renders nothing.
 */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const updateEdges = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-before", scrollLeft > 0);
      // Widths are rounded: a pixel is none.
      element.toggleAttribute("data-after", scrollLeft + clientWidth < scrollWidth - 1);
    };
    const resizeObserver = new ResizeObserver(updateEdges);
    resizeObserver.observe(element);
    if (element.firstElementChild) resizeObserver.observe(element.firstElementChild);
    element.addEventListener("scroll", updateEdges, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener("scroll", updateEdges);
    };
  }, [ref]);
}
