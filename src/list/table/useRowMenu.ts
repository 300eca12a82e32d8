import { type RefObject, useEffect, useRef, useState } from "react";

export interface RowMenuState {
  /** Id of the row whose menu is open. */
  readonly openRowId: string | null;
  readonly setOpenRowId: (id: string | null) => void;
}

/** Which row's menu is open; returns the focus to its button on close. */
export function useRowMenu(tableRef: RefObject<HTMLElement | null>): RowMenuState {
  const [openRowId, setOpenRowId] = useState<string | null>(null);
  const previousRowId = useRef<string | null>(null);
  useEffect(() => {
    // The button is remounted when the menu closes, so the menu cannot return the focus.
    if (previousRowId.current !== null && openRowId === null)
      tableRef.current
        ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(previousRowId.current)}"] [data-more]`)
        ?.focus();
    previousRowId.current = openRowId;
  }, [tableRef, openRowId]);
  return { openRowId, setOpenRowId };
}
