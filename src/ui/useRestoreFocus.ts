import { useEffect } from "react";

const focusable =
  "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** What an element stands in, the innermost first, as far as its page or dialog reaches: the shell is no neighbour. */
function getAncestors(element: Element | null): Element[] {
  const parent = element?.parentElement ?? null;
  return parent?.closest("main, [role=dialog]") ? [parent, ...getAncestors(parent)] : [];
}

const focus = (element: Element | null) =>
  element instanceof HTMLElement && element.focus({ preventScroll: true });

/**
 * Gives the focus back to where it was when the component came, once it has gone and left the focus nowhere.
 * Mantine does so only for what is closed before it is unmounted; here whatever is closed is unmounted at once.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    const previouslyFocused = document.activeElement;
    const ancestors = getAncestors(previouslyFocused);
    return () => {
      if (isFocusLost()) focus(previouslyFocused);
      // What was pressed may be gone or disabled by what it has done: then what stands nearest to it.
      for (const ancestor of ancestors)
        if (isFocusLost() && ancestor.isConnected) focus(ancestor.querySelector(focusable));
    };
  }, []);
}
