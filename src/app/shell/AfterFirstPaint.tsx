import { useDeferredValue, useEffect } from "react";

/** Calls once the first picture of what stands around it is drawn: React may run a first effect before that is painted. */
export function AfterFirstPaint({ startDeferred }: { readonly startDeferred: () => void }) {
  const painted = useDeferredValue(true, false);
  useEffect(() => {
    if (painted) startDeferred();
  }, [painted, startDeferred]);
  return null;
}
