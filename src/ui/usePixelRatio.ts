import { useSyncExternalStore } from "react";

/** Calls back when the window moves to a screen of another ratio, or is zoomed. */
function subscribe(onChange: () => void): () => void {
  let query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const handle = () => {
    query.removeEventListener("change", handle);
    query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", handle);
    onChange();
  };
  query.addEventListener("change", handle);
  return () => query.removeEventListener("change", handle);
}

/** Pixels of the screen for each CSS pixel: a canvas that is drawn with fewer is blurred. */
export const usePixelRatio = (): number => useSyncExternalStore(subscribe, () => window.devicePixelRatio);
