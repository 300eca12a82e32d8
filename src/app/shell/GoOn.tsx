import { useDeferredValue, useEffect } from "react";

/** Calls once the first picture of what stands around it is drawn: React may run a first effect before that is painted. */
export function GoOn({ goOn }: { readonly goOn: () => void }) {
  const drawn = useDeferredValue(true, false);
  useEffect(() => {
    if (drawn) goOn();
  }, [drawn, goOn]);
  return null;
}
