import { startTransition, useEffect, useState } from "react";
import type { ComponentCode } from "../../console/componentCode.ts";

/**
 * The component: at once where its code is there, otherwise null until it is. Throws what keeps it from coming. Not `lazy`,
 * whose fallback React leaves standing for 300 ms even where the code takes ten.
 */
export function usePageCode<Component>(code: ComponentCode<Component>): Component | null {
  const [page, setPage] = useState(code.present);
  const [fault, setFault] = useState<{ readonly why: unknown } | null>(null);
  useEffect(() => {
    if (page) return;
    let left = false;
    code.bring().then(
      (brought) => {
        if (!left) startTransition(() => setPage(() => brought));
      },
      (why: unknown) => {
        if (!left) setFault({ why });
      },
    );
    return () => {
      left = true;
    };
  }, [code, page]);
  if (fault) throw fault.why;
  return page;
}
