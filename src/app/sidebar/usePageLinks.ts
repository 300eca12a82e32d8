import { type MouseEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useConsole } from "../../console/useConsole.ts";
import type { PageEntry } from "../routes/pages.ts";
import { useRuntime } from "../runtime/useRuntime.ts";

/** For which a new page's rows are waited for before the old page goes, ms: below it a click is felt as answered. */
const rowsWithinMs = 100;

/**
 * What a menu link does beside being a link. Pointing at it brings the code of the page and its parts; clicking it
 * lets a new page ask for its rows first and stays for a moment on the old one, so that the new one is drawn once and
 * whole.
 */
export function usePageLinks() {
  const { tags, scopes } = useRuntime();
  const { client, user } = useConsole();
  const navigate = useNavigate();
  const clicks = useRef(0);
  return (page: PageEntry, onChoose: (() => void) | undefined) => {
    const bring = () =>
      void page.code.bring().then(
        (component) => component.bring?.(),
        // Said where the page would stand.
        () => undefined,
      );
    return {
      onPointerEnter: bring,
      onFocus: bring,
      onClick(event: MouseEvent) {
        onChoose?.();
        const mine = ++clicks.current;
        const known = tags.getSnapshot().context.tags.find(({ path }) => path === page.path);
        if (known?.cached || isForTheBrowser(event)) return;
        event.preventDefault();
        const left = window.location.href;
        const scope = scopes.of({ path: page.path, key: known?.key ?? 1 });
        const begun = page.code.bring().then(
          ({ begin }) => begin?.({ scope, client, roles: user.roles, search: "" }),
          // Said where the page would stand.
          () => undefined,
        );
        void Promise.race([begun, new Promise((resolve) => setTimeout(resolve, rowsWithinMs))]).then(() => {
          // Whoever has gone elsewhere meanwhile is not called back.
          if (mine === clicks.current && window.location.href === left) void navigate(page.path);
        });
      },
    };
  };
}

/** A click that opens another tab or window, or saves. */
const isForTheBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
