import { type RefObject, useEffect, useRef } from "react";
import { focusable, isFocusLost } from "./useRestoreFocus.ts";

/**
 * For an element whose content is replaced step by step: if the focus was lost with the last one, the first control of
 * the new one gets it.
 */
export function useKeptFocus<Part extends HTMLElement>(step: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (isFocusLost()) part.current?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
  }, [step]);
  return part;
}
