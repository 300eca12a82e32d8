import { useLayoutEffect, useRef, useState } from "react";
import type { AnyRow } from "../listDefinition.ts";
import type { AvailableAction } from "./availableActions.ts";

/** Callbacks of a table's rows. */
export interface RowEvents {
  readonly toggleSelected: (row: AnyRow) => void;
  readonly openDetail: (row: AnyRow) => void;
  readonly runAction: (action: AvailableAction, row: AnyRow) => void;
  /** Opens a row's 更多 menu by its id; null closes it. */
  readonly setMenuRow: (id: string | null) => void;
  readonly toggleCollapsed: (id: string) => void;
}

/** Event callbacks with a stable identity: new functions would render every memoized row again. */
export function useStableEvents(currentEvents: RowEvents): RowEvents {
  const latest = useRef(currentEvents);
  useLayoutEffect(() => {
    latest.current = currentEvents;
  });
  const [stableEvents] = useState(
    (): RowEvents => ({
      toggleSelected: (row) => latest.current.toggleSelected(row),
      openDetail: (row) => latest.current.openDetail(row),
      runAction: (action, row) => latest.current.runAction(action, row),
      setMenuRow: (id) => latest.current.setMenuRow(id),
      toggleCollapsed: (id) => latest.current.toggleCollapsed(id),
    }),
  );
  return stableEvents;
}
