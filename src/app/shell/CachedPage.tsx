import { nprogress } from "@mantine/nprogress";
import { Activity, memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Location, Route, Routes } from "react-router-dom";
import type { Tag } from "../../../machines/tags.machine.ts";
import type { ComponentLoader } from "../../loading/createLoader.ts";
import { useLoadedComponent } from "../../loading/useLoadedComponent.ts";
import type { PageComponent } from "../../pageApi/pageComponent.ts";
import { PageScopeContext } from "../../pageApi/usePageScope.ts";
import { pages } from "../routes/pages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { PageErrorBoundary } from "./PageErrorBoundary.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface Props {
  readonly tag: Tag;
  readonly visible: boolean;
  readonly location: Location | string;
}

/** A visited page, hidden and kept as it was left while another is shown; it goes on living in its own address. */
export const CachedPage = memo(function CachedPage({ tag, visible, location }: Props) {
  const { scopes } = useSessionRuntime();
  const [scope] = useState(() => scopes.forTag(tag));
  const page = pages.find(({ path }) => path === tag.path);
  if (!page) return null;
  return (
    <Activity mode={visible ? "visible" : "hidden"}>
      <PageErrorBoundary title={tag.title} loader={page.componentLoader}>
        <PageScopeContext value={scope}>
          <Routes location={location}>
            <Route path={tag.path} element={<LazyPage loader={page.componentLoader} />} />
          </Routes>
        </PageScopeContext>
      </PageErrorBoundary>
    </Activity>
  );
});

function LazyPage({ loader }: { readonly loader: ComponentLoader<PageComponent> }) {
  const Page = useLoadedComponent(loader);
  return Page ? <ScrollRestoredPage Page={Page} /> : <PageSkeleton />;
}

/** The page once its code is there; comes back to where it was scrolled to. */
function ScrollRestoredPage({ Page }: { readonly Page: PageComponent }) {
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
