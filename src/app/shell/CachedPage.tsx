import { Activity, memo, useState } from "react";
import { type Location, Route, Routes } from "react-router-dom";
import type { Tag } from "../../../machines/tags.machine.ts";
import { PageScopeContext } from "../../pageApi/usePageScope.ts";
import { pages } from "../routes/pages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageError } from "./PageError.tsx";

interface Props {
  readonly tag: Tag;
  readonly visible: boolean;
  readonly location: Location | string;
}

/** A visited page; hidden with its state while another page is visible, and rendered at its own location. */
export const CachedPage = memo(function CachedPage({ tag, visible, location }: Props) {
  const { scopes } = useSessionRuntime();
  const [scope] = useState(() => scopes.forTag(tag));
  const page = pages.find(({ path }) => path === tag.path);
  if (!page) return null;
  return (
    <Activity mode={visible ? "visible" : "hidden"}>
      <ErrorBoundary
        fallback={(error, retry) => (
          <PageError title={tag.title} loader={page.Component} error={error} onRetry={retry} />
        )}
      >
        <PageScopeContext value={scope}>
          <Routes location={location}>
            <Route path={tag.path} element={<page.Component />} />
          </Routes>
        </PageScopeContext>
      </ErrorBoundary>
    </Activity>
  );
});
