import { useEffect } from "react";
import { allowedPages } from "../../../machines/permissions.ts";
import { onceSettled } from "../runtime/whenIdle.ts";
import { fetchAhead } from "./fetchAhead.ts";
import { menuGroups } from "./menuGroups.ts";

/** Fetches what a role's other pages are made of once the first one is settled, so that each opens at once. */
export function useIdleFetching(roles: readonly string[]): void {
  useEffect(() => {
    // The development server has modules, and no files to name.
    if (import.meta.env.DEV) return;
    const ended = new AbortController();
    const paths = allowedPages(roles, menuGroups).map(({ path }) => path);
    const forget = onceSettled(() => void fetchAhead(paths, ended.signal).catch(() => undefined));
    return () => {
      forget();
      ended.abort();
    };
  }, [roles]);
}
