import { useLayoutEffect, useRef, useState } from "react";
import type { AnyRow } from "../definition.ts";
import type { OfferedAction } from "./rowActions.ts";

/** What can be done with a row of a table. */
export interface RowEvents {
  readonly choose: (row: AnyRow) => void;
  readonly open: (row: AnyRow) => void;
  readonly act: (offer: OfferedAction, row: AnyRow) => void;
  /** Opens a row's further acts, by its id, or closes them. */
  readonly menu: (id: string | null) => void;
  readonly fold: (id: string) => void;
}

/**
 * The same events, the same object for as long as the table lives: rows compare what they are given, and a new
 * function for each would have every one of them rendered anew.
 */
export function useSteadyEvents(present: RowEvents): RowEvents {
  const latest = useRef(present);
  useLayoutEffect(() => {
    latest.current = present;
  });
  const [steady] = useState(
    (): RowEvents => ({
      choose: (row) => latest.current.choose(row),
      open: (row) => latest.current.open(row),
      act: (offer, row) => latest.current.act(offer, row),
      menu: (id) => latest.current.menu(id),
      fold: (id) => latest.current.fold(id),
    }),
  );
  return steady;
}
