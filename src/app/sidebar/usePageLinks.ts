import { type MouseEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { PageEntry } from "../routes/pages.ts";
import { useSessionRuntime } from "../session/useSessionRuntime.ts";

/** For which a new page's rows are waited for before the old page goes, ms: below it a click is felt as answered. */
const rowsTimeoutMs = 100;

/**
 * What a menu link does beside being a link. Pointing at it brings the code of the page and its parts; clicking it
 * lets a new page ask for its rows first and stays for a moment on the old one, so that the new one is drawn once and
 * whole.
 */
export function usePageLinks() {
  const { tags, scopes } = useSessionRuntime();
  const { client, user } = usePageApi();
  const navigate = useNavigate();
  const clicks = useRef(0);
  return (page: PageEntry, onSelect: (() => void) | undefined) => {
    const preload = () =>
      void page.Component.preload().then(
        (component) => component.preload?.(),
        // Said where the page would stand.
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
        const startHref = window.location.href;
        const scope = scopes.forTag({ path: page.path, key: tag?.key ?? 1 });
        const loading = page.Component.preload().then(
          ({ loader }) => loader?.({ scope, client, roles: user.roles, search: "" }),
          // Said where the page would stand.
          () => undefined,
        );
        void Promise.race([loading, new Promise((resolve) => setTimeout(resolve, rowsTimeoutMs))]).then(
          () => {
            // Whoever has gone elsewhere meanwhile is not called back.
            if (click === clicks.current && window.location.href === startHref) void navigate(page.path);
          },
        );
      },
    };
  };
}

/** A click that opens another tab or window, or saves. */
const isModifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
