import { nprogress } from "@mantine/nprogress";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { PageComponent } from "../../pageApi/pageComponent.ts";

/** Wraps a page: restores its scroll position when it becomes visible, and completes the progress bar. */
export function withScrollRestoration(Page: PageComponent): PageComponent {
  function ScrollRestoredPage() {
    const scrollTop = useRef(0);
    useLayoutEffect(() => {
      // In the next frame, to avoid a forced layout; until then the shrunk document may change `scrollY`.
      const savedTop = scrollTop.current;
      const frame = requestAnimationFrame(() => window.scrollTo(0, savedTop));
      // Saved on each scroll event: when the page is hidden, the document has already shrunk.
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
