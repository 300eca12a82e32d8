import { type RefObject, useEffect, useRef, useState } from "react";

export interface OpenMenu {
  /** Id of the row whose further acts are open. */
  readonly of: string | null;
  readonly set: (id: string | null) => void;
}

/** Which row's further acts are open; once they close, the focus is where they were opened. */
export function useRowMenu(table: RefObject<HTMLElement | null>): OpenMenu {
  const [of, set] = useState<string | null>(null);
  const before = useRef<string | null>(null);
  useEffect(() => {
    // The opener is another element once the menu is gone: the menu itself cannot give the focus back to it.
    if (before.current !== null && of === null)
      table.current
        ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(before.current)}"] [data-more]`)
        ?.focus();
    before.current = of;
  }, [table, of]);
  return { of, set };
}
