import { useEffect } from "react";

/**
 * Gives the focus back to where it was when the component came, once it has gone and left the focus nowhere.
 * Mantine does so only for what is closed before it is unmounted; here whatever is closed is unmounted at once.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const nowhere = document.activeElement === null || document.activeElement === document.body;
      if (nowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
