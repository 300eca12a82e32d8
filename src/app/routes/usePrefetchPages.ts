import { useEffect } from "react";
import { buildMenu } from "../../../machines/permissions.ts";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { menuGroups } from "./menuGroups.ts";
import { prefetchPages } from "./prefetchPages.ts";

/**
 * Prefetches the other pages of the current page's menu group, the likely next ones, once the page is ready. Pages of
 * other groups are fetched when the user points at their links (`usePageLinks`).
 * @param group of the current page; undefined where there is none
 */
export function usePrefetchPages(roles: readonly string[], group: string | undefined): void {
  useEffect(() => {
    // The development server serves modules and has no list of built files.
    if (import.meta.env.DEV) return;
    const menuGroup = buildMenu(roles, menuGroups).find(({ path }) => path === `/${group}`);
    if (!menuGroup) return;
    const controller = new AbortController();
    const paths = menuGroup.pages.map(({ path }) => path);
    const cancel = runAfterStartup(() => void prefetchPages(paths, controller.signal).catch(() => undefined));
    return () => {
      cancel();
      controller.abort();
    };
  }, [roles, group]);
}
