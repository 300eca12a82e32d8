import { startTransition, useEffect, useState } from "react";
import type { ComponentLoader } from "./createLoader.ts";

/**
 * The component: at once where its code is there, otherwise null until it is. Throws what keeps it from coming. Not `lazy`,
 * whose fallback React leaves standing for 300 ms even where the code takes ten.
 */
export function useLoadedComponent<Component>(loader: ComponentLoader<Component>): Component | null {
  const [component, setComponent] = useState(loader.getLoaded);
  const [failure, setFailure] = useState<{ readonly why: unknown } | null>(null);
  useEffect(() => {
    if (component) return;
    let unmounted = false;
    loader.preload().then(
      (loaded) => {
        if (!unmounted) startTransition(() => setComponent(() => loaded));
      },
      (error: unknown) => {
        if (!unmounted) setFailure({ why: error });
      },
    );
    return () => {
      unmounted = true;
    };
  }, [loader, component]);
  if (failure) throw failure.why;
  return component;
}
