import { useEffect } from "react";
import { allowedPages } from "../../../machines/permissions.ts";
import { onceSettled, whenIdle } from "../runtime/whenIdle.ts";
import { menuGroups } from "./menuGroups.ts";

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
    forget = onceSettled(next);
    return () => {
      forget();
      waiting.length = 0;
    };
  }, [roles]);
}
