import { useLayoutEffect, useRef, useState } from "react";
import type { AnyRow } from "../listDefinition.ts";
import type { AvailableAction } from "./availableActions.ts";

/** Callbacks of a table's rows. */
export interface RowEvents {
  readonly toggleSelected: (row: AnyRow) => void;
  readonly open: (row: AnyRow) => void;
  readonly runAction: (action: AvailableAction, row: AnyRow) => void;
  /** Opens a row's 更多 menu by its id; null closes it. */
  readonly menu: (id: string | null) => void;
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
      open: (row) => latest.current.open(row),
      runAction: (action, row) => latest.current.runAction(action, row),
      menu: (id) => latest.current.menu(id),
      toggleCollapsed: (id) => latest.current.toggleCollapsed(id),
    }),
  );
  return stableEvents;
}
