import { useLayoutEffect, useRef, useState } from "react";
import type { AnyRow } from "../listDefinition.ts";
import type { AvailableAction } from "./availableActions.ts";

/** What can be done with a row of a table. */
export interface RowEvents {
  readonly toggleSelected: (row: AnyRow) => void;
  readonly open: (row: AnyRow) => void;
  readonly runAction: (action: AvailableAction, row: AnyRow) => void;
  /** Opens a row's further acts, by its id, or closes them. */
  readonly menu: (id: string | null) => void;
  readonly toggleCollapsed: (id: string) => void;
}

/**
 * The same events, the same object for as long as the table lives: rows compare what they are given, and a new
 * function for each would have every one of them rendered anew.
 */
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
