import { useDeferredValue, useEffect } from "react";

/** Calls back after the first paint: React may run a first effect before it. */
export function AfterFirstPaint({ startDeferred }: { readonly startDeferred: () => void }) {
  const painted = useDeferredValue(true, false);
  useEffect(() => {
    if (painted) startDeferred();
  }, [painted, startDeferred]);
  return null;
}
