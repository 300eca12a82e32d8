import { type MouseEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { holdKeys } from "../../loading/keyHolds.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { isModifiedClick } from "../../ui/isModifiedClick.ts";
import type { PageEntry } from "../routes/pages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** How long a click waits for the new page's rows, ms; a delay up to this feels instant. */
const rowsTimeoutMs = 100;

/**
 * Event handlers of menu links. Hover and focus preload the page's code. A click on a page that is not cached runs its
 * loader first and stays on the old page for a moment, so that the new one renders once, with its rows.
 */
export function usePageLinks() {
  const { tags, scopes } = useSessionRuntime();
  const { client, config, storage, user } = usePageApi();
  const navigate = useNavigate();
  const clicks = useRef(0);
  return (page: PageEntry, onSelect: (() => void) | undefined) => {
    const preload = () =>
      void page.Component.preload().then(
        (component) => component.preload?.(),
        // The page itself shows the error.
        () => undefined,
      );
    return {
      onPointerEnter: preload,
      onFocus: preload,
      onClick(event: MouseEvent) {
        onSelect?.();
        const click = ++clicks.current;
        const tag = tags.getSnapshot().context.tags.find(({ path }) => path === page.path);
        if (tag?.cached || isModifiedClick(event)) return;
        event.preventDefault();
        const startPath = window.location.pathname;
        // They are for the new page.
        const releaseKeys = holdKeys();
        const scope = scopes.forTag({ path: page.path, key: tag?.key ?? 1 });
        const loading = page.Component.preload().then(
          ({ loader }) =>
            loader?.({
              scope,
              client,
              storage,
              user,
              extensions: config.extensions,
              search: "",
            }),
          // The page itself shows the error.
          () => undefined,
        );
        void Promise.race([loading, new Promise((resolve) => setTimeout(resolve, rowsTimeoutMs))]).then(
          () => {
            // Skipped if the user has navigated meanwhile. The page that is left may still write its query.
            if (click === clicks.current && window.location.pathname === startPath) void navigate(page.path);
            releaseKeys();
          },
        );
      },
    };
  };
}
