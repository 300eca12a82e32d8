import { type ReactNode, useDeferredValue, useRef } from "react";
import type { Density } from "../columns/columnLayout.ts";
import type { AnyRow, Column, RowAction } from "../definition.ts";
import type { Sort } from "../query/sort.ts";
import { ListHead } from "./ListHead.tsx";
import { type Branch, ListRow } from "./ListRow.tsx";
import classes from "./ListTable.module.css";
import { type RowEvents, useSteadyEvents } from "./rowEvents.ts";
import { SkeletonRows } from "./SkeletonRows.tsx";
import { screenful } from "./screenful.ts";
import type { TreePlace } from "./tree.ts";
import { useFocusKept } from "./useFocusKept.ts";
import { useRowMenu } from "./useRowMenu.ts";
import { useScrollEdges } from "./useScrollEdges.ts";

// The style sheet pins the main column beside it.
const selectionPx = 44;
const actionsPx = { wide: 186, narrow: 92 };

interface Props {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** Where each row stands in its tree, by id; null for a list without one. */
  readonly places: ReadonlyMap<string, TreePlace> | null;
  readonly folded: ReadonlySet<string>;
  readonly titleOf: (row: AnyRow) => string;
  readonly columns: readonly Column<AnyRow>[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly sort: Sort | null;
  readonly density: Density;
  /** Whether tabs stand above it, and sums below. */
  readonly tabs: boolean;
  readonly sums: boolean;
  readonly selectable: boolean;
  readonly selected: ReadonlySet<string>;
  readonly lit: string | null;
  /** `first` shows a skeleton, `again` dims the old rows. */
  readonly loading: "first" | "again" | null;
  readonly narrow: boolean;
  /** What stands in place of the rows: nothing yet, no match, failed. */
  readonly instead: ReactNode;
  readonly onSort: (sort: Sort | null) => void;
  readonly onChoosePage: (on: boolean) => void;
  readonly userId: string;
  readonly on: Omit<RowEvents, "menu">;
}

/** The table: one plain element a cell, head and actions in view while it scrolls. */
export function ListTable({ rows, columns, actions, selected, lit, loading, ...props }: Props) {
  const { selectable, narrow } = props;
  const scroller = useRef<HTMLElement>(null);
  const menu = useRowMenu(scroller);
  const events = useSteadyEvents({ ...props.on, menu: menu.set });
  useScrollEdges(scroller);
  useFocusKept(scroller);
  // The first picture holds the rows that are in view; those below them come right after it.
  const whole = useDeferredValue(true, false);
  const withActions = actions.length > 0;
  const inView = () => screenful({ ...props, withActions, windowPx: window.innerHeight });
  const drawn = whole ? rows : rows.slice(0, inView());
  const fixed = (selectable ? selectionPx : 0) + (withActions ? actionsPx[narrow ? "narrow" : "wide"] : 0);
  const least = columns.reduce((sum, column) => sum + column.width, fixed);
  const onPage = rows.filter((row) => selected.has(row.id)).length;
  return (
    <section
      ref={scroller}
      className={classes["scroller"]}
      data-density={props.density}
      // Most lists are wider than their place: told beforehand, the pinned cells are not styled twice.
      data-after=""
      aria-label={props.label}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table
        className={classes["table"]}
        aria-label={props.label}
        aria-busy={loading !== null || !whole}
        style={{ minWidth: least }}
      >
        <colgroup>
          {selectable && <col style={{ width: selectionPx }} />}
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
          {withActions && <col style={{ width: actionsPx[narrow ? "narrow" : "wide"] }} />}
        </colgroup>
        <ListHead
          columns={columns}
          sort={props.sort}
          selectable={selectable}
          chosen={onPage === 0 ? "none" : onPage === rows.length ? "all" : "some"}
          withActions={withActions}
          narrow={narrow}
          onSort={props.onSort}
          onChoosePage={props.onChoosePage}
        />
        <tbody data-old={loading === "again" || undefined}>
          {loading === "first" ? (
            <SkeletonRows cells={columns.length + Number(selectable) + Number(withActions)} />
          ) : (
            drawn.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                titleOf={props.titleOf}
                columns={columns}
                actions={actions}
                userId={props.userId}
                selectable={selectable}
                chosen={selected.has(row.id)}
                lit={lit === row.id}
                narrow={narrow}
                branch={branchOf(row.id, props.places, props.folded)}
                depth={props.places?.get(row.id)?.above.length ?? 0}
                menu={menu.of === row.id}
                events={events}
              />
            ))
          )}
        </tbody>
      </table>
      {props.instead}
    </section>
  );
}

function branchOf(
  id: string,
  places: ReadonlyMap<string, TreePlace> | null,
  folded: ReadonlySet<string>,
): Branch | null {
  if (places === null) return null;
  if (!places.get(id)?.hasChildren) return "leaf";
  return folded.has(id) ? "folded" : "open";
}
