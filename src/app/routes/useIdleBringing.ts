import { useEffect } from "react";
import { allowedPages } from "../../../machines/permissions.ts";
import { menuGroups } from "./menuGroups.ts";

/** After which the first page has what it needs, so that the line is free. */
const afterMs = 2_000;
const pauseMs = 200;

/** Brings the code of a role's pages one after the other while nothing else is done, so that each opens at once. */
export function useIdleBringing(roles: readonly string[]): void {
  useEffect(() => {
    const waiting = [...allowedPages(roles, menuGroups)];
    let forget = () => {};
    const next = () => {
      const page = waiting.shift();
      if (!page) return;
      // What cannot be had now is asked for again, and its fault said, when the page is opened.
      page.code.bring().then(rest, rest);
    };
    const rest = () => {
      forget = whenIdle(next);
    };
    const timer = setTimeout(rest, afterMs);
    return () => {
      clearTimeout(timer);
      forget();
      waiting.length = 0;
    };
  }, [roles]);
}

/** Safari has no idle callbacks; a pause takes their place. Answers with what calls it off. */
function whenIdle(act: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, pauseMs);
  return () => clearTimeout(timer);
}
