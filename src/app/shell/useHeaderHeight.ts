import { type RefObject, useLayoutEffect, useRef } from "react";

/** Top bar and tags; the style sheets take it where nothing is published. */
const defaultHeightPx = 87;

/**
 * Publishes the fixed header's height as `--console-header`, CSS px, 0 where it scrolls away:
 * what sticks below it (table headers) and what is scrolled to need it.
 */
export function useHeaderHeight(fixed: boolean): RefObject<HTMLDivElement | null> {
  const header = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = header.current;
    if (!element) return;
    const root = document.documentElement.style;
    let publishedHeight = defaultHeightPx;
    const publish = () => {
      const height = fixed ? element.offsetHeight : 0;
      // A property of the root styles the whole page anew.
      if (height === publishedHeight) return;
      publishedHeight = height;
      root.setProperty("--console-header", `${height}px`);
    };
    const observer = new ResizeObserver(publish);
    // It tells the height at once as well, after layout: asking here would cost a layout of its own.
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty("--console-header");
    };
  }, [fixed]);
  return header;
}
