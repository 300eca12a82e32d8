import { startTransition, useEffect, useState } from "react";
import type { ComponentLoader } from "./createLoader.ts";

/**
 * The component, or null until its code is loaded. Throws the load error. React's `lazy` would keep its fallback for
 * 300 ms even if the code takes ten.
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
