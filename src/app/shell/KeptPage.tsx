import { nprogress } from "@mantine/nprogress";
import { Activity, memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Location, Route, Routes } from "react-router-dom";
import type { Tag } from "../../../machines/tags.machine.ts";
import type { ComponentCode } from "../../console/componentCode.ts";
import type { PageComponent } from "../../console/pageComponent.ts";
import { PageScopeContext } from "../../console/usePageScope.ts";
import { pages } from "../routes/pages.ts";
import { usePageCode } from "../routes/usePageCode.ts";
import { useRuntime } from "../runtime/useRuntime.ts";
import { PageBoundary } from "./PageBoundary.tsx";
import { PageWaiting } from "./PageWaiting.tsx";

interface Props {
  readonly tag: Tag;
  readonly shown: boolean;
  readonly location: Location | string;
}

/** A visited page, hidden and kept as it was left while another is shown; it goes on living in its own address. */
export const KeptPage = memo(function KeptPage({ tag, shown, location }: Props) {
  const { scopes } = useRuntime();
  const [scope] = useState(() => scopes.of(tag));
  const page = pages.find(({ path }) => path === tag.path);
  if (!page) return null;
  return (
    <Activity mode={shown ? "visible" : "hidden"}>
      <PageBoundary title={tag.title} code={page.code}>
        <PageScopeContext value={scope}>
          <Routes location={location}>
            <Route path={tag.path} element={<Awaited code={page.code} />} />
          </Routes>
        </PageScopeContext>
      </PageBoundary>
    </Activity>
  );
});

function Awaited({ code }: { readonly code: ComponentCode<PageComponent> }) {
  const Page = usePageCode(code);
  return Page ? <Arrived Page={Page} /> : <PageWaiting />;
}

/** The page once its code is there; comes back to where it was scrolled to. */
function Arrived({ Page }: { readonly Page: PageComponent }) {
  const top = useRef(0);
  useLayoutEffect(() => {
    // With the layout of the next picture, instead of one of its own; by then the shrunk document may have scrolled.
    const wanted = top.current;
    const frame = requestAnimationFrame(() => window.scrollTo(0, wanted));
    // Kept by event: on hiding, the document has shrunk before anybody could ask.
    const keep = () => {
      top.current = window.scrollY;
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", keep);
    };
  }, []);
  useEffect(() => nprogress.complete(), []);
  return <Page />;
}
