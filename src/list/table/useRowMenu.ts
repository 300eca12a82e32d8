import { type RefObject, useEffect, useRef, useState } from "react";

export interface RowMenuState {
  /** Id of the row whose further acts are open. */
  readonly openRowId: string | null;
  readonly setOpenRowId: (id: string | null) => void;
}

/** Which row's further acts are open; once they close, the focus is where they were opened. */
export function useRowMenu(tableRef: RefObject<HTMLElement | null>): RowMenuState {
  const [openRowId, setOpenRowId] = useState<string | null>(null);
  const previousRowId = useRef<string | null>(null);
  useEffect(() => {
    // The opener is another element once the menu is gone: the menu itself cannot give the focus back to it.
    if (previousRowId.current !== null && openRowId === null)
      tableRef.current
        ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(previousRowId.current)}"] [data-more]`)
        ?.focus();
    previousRowId.current = openRowId;
  }, [tableRef, openRowId]);
  return { openRowId, setOpenRowId };
}
