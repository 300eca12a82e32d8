import { useEffect } from "react";

/** What a person can act on. */
export const focusable =
  "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Whether the element that had the focus is gone. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** The ancestors of an element within its page or dialog, innermost first; the shell is excluded. */
function getAncestors(element: Element | null): Element[] {
  const parent = element?.parentElement ?? null;
  return parent?.closest("main, [role=dialog]") ? [parent, ...getAncestors(parent)] : [];
}

const focus = (element: Element | null) =>
  element instanceof HTMLElement && element.focus({ preventScroll: true });

/**
 * On unmount, restores the focus to where it was on mount if it has been lost. Mantine restores it only if an overlay
 * closes before it unmounts; the console unmounts overlays to close them.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const previouslyFocused = document.activeElement;
    const ancestors = getAncestors(previouslyFocused);
    return () => {
      if (isFocusLost()) focus(previouslyFocused);
      // The element may have been removed or disabled by its own action; then the nearest focusable one gets the focus.
      for (const ancestor of ancestors)
        if (isFocusLost() && ancestor.isConnected) focus(ancestor.querySelector(focusable));
    };
  }, []);
}
