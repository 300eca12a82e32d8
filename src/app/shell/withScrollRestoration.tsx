import { nprogress } from "@mantine/nprogress";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { PageComponent } from "../../pageApi/pageComponent.ts";

/** The page as the console shows it: it returns to where it was scrolled to, and completes the progress bar. */
export function withScrollRestoration(Page: PageComponent): PageComponent {
  function ScrollRestoredPage() {
    const scrollTop = useRef(0);
    useLayoutEffect(() => {
      // With the layout of the next picture, instead of one of its own; by then the shrunk document may have scrolled.
      const savedTop = scrollTop.current;
      const frame = requestAnimationFrame(() => window.scrollTo(0, savedTop));
      // Kept by event: on hiding, the document has shrunk before anybody could ask.
      const saveScroll = () => {
        scrollTop.current = window.scrollY;
      };
      window.addEventListener("scroll", saveScroll, { passive: true });
      return () => {
        cancelAnimationFrame(frame);
        window.removeEventListener("scroll", saveScroll);
      };
    }, []);
    useEffect(() => nprogress.complete(), []);
    return <Page />;
  }
  const { loader, preload } = Page;
  return Object.assign(ScrollRestoredPage, { ...(loader && { loader }), ...(preload && { preload }) });
}
