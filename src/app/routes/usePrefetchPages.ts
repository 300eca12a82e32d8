import { useEffect } from "react";
import { getAllowedPages } from "../../../machines/permissions.ts";
import { runAfterStartup } from "../../loading/runWhenIdle.ts";
import { menuGroups } from "./menuGroups.ts";
import { prefetchPages } from "./prefetchPages.ts";

/** Fetches what a role's other pages are made of once the first one is settled, so that each opens at once. */
export function usePrefetchPages(roles: readonly string[]): void {
  useEffect(() => {
    // The development server has modules, and no files to name.
    if (import.meta.env.DEV) return;
    const controller = new AbortController();
    const paths = getAllowedPages(roles, menuGroups).map(({ path }) => path);
    const cancel = runAfterStartup(() => void prefetchPages(paths, controller.signal).catch(() => undefined));
    return () => {
      cancel();
      controller.abort();
    };
  }, [roles]);
}
