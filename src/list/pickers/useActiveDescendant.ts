import { type RefCallback, useCallback } from "react";

/**
 * Tells screen readers which option of an open cascader is highlighted: the library moves the highlight, but does not
 * name it on the input. Returns the input's ref.
 */
export function useActiveDescendant(inputId: string): { readonly ref: RefCallback<HTMLInputElement> } {
  const ref = useCallback(
    (input: HTMLInputElement | null) => {
      if (!input) return;
      // The options are elsewhere in the document, in a portal.
      const observer = new MutationObserver(() => {
        const option = document.querySelector(`[role=option][data-active][id^="${CSS.escape(inputId)}-"]`);
        if (option) input.setAttribute("aria-activedescendant", option.id);
        else input.removeAttribute("aria-activedescendant");
      });
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributeFilter: ["data-active", "data-expanded"],
      });
      return () => observer.disconnect();
    },
    [inputId],
  );
  return { ref };
}
