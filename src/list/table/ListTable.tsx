import { type ReactNode, type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import type { Density } from "../columns/columnLayout.ts";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import type { Sort } from "../query/sort.ts";
import { ListHead } from "./ListHead.tsx";
import { ListRow, type TreeNodeState } from "./ListRow.tsx";
import classes from "./ListTable.module.css";
import { type RowEvents, useStableEvents } from "./rowEvents.ts";
import type { TreeNode } from "./tree.ts";
import { useRowMenu } from "./useRowMenu.ts";
import { visibleRowCount } from "./visibleRowCount.ts";

/** Keeps the focus in the table where the row or act that had it is gone once the rows are read anew. */
function useRetainFocus(scroller: RefObject<HTMLElement | null>): void {
  const hasFocus = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const handleFocusIn = () => {
      hasFocus.current = true;
    };
    const handleFocusOut = ({ target }: FocusEvent) =>
      // A removed element may say so before it is gone; only one that stays was left.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !element?.contains(document.activeElement))
          hasFocus.current = false;
      });
    element?.addEventListener("focusin", handleFocusIn);
    element?.addEventListener("focusout", handleFocusOut);
    return () => {
      element?.removeEventListener("focusin", handleFocusIn);
      element?.removeEventListener("focusout", handleFocusOut);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true });
  });
}

/**
 * Says on the element, as `data-before` and `data-after`, whether something is scrolled out of sight to its left or
 * right: pinned columns cast their shadow there. Written past React, as scrolling renders nothing.
 */
function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const updateEdges = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-before", scrollLeft > 0);
      // Widths are rounded: a pixel is none.
      element.toggleAttribute("data-after", scrollLeft + clientWidth < scrollWidth - 1);
    };
    const resizeObserver = new ResizeObserver(updateEdges);
    resizeObserver.observe(element);
    if (element.firstElementChild) resizeObserver.observe(element.firstElementChild);
    element.addEventListener("scroll", updateEdges, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener("scroll", updateEdges);
    };
  }, [ref]);
}

/** Stands for the rows until the first answer: ten bars, painted by one cell, as they are soon gone. */
function SkeletonRows({ cells }: { readonly cells: number }) {
  return (
    <tr aria-hidden>
      <td className={classes["bones"]} colSpan={cells} />
    </tr>
  );
}

// The style sheet pins the main column beside it.
const selectionPx = 44;
const actionsPx = { wide: 186, narrow: 92 };

interface Props {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** Where each row stands in its tree, by id; null for a list without one. */
  readonly nodes: ReadonlyMap<string, TreeNode> | null;
  readonly collapsed: ReadonlySet<string>;
  readonly getTitle: (row: AnyRow) => string;
  readonly columns: readonly Column<AnyRow>[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly sort: Sort | null;
  readonly density: Density;
  /** Whether tabs stand above it, and sums below. */
  readonly tabs: boolean;
  readonly sums: boolean;
  readonly selectable: boolean;
  readonly selected: ReadonlySet<string>;
  readonly highlightedId: string | null;
  /** `first` shows a skeleton, `again` dims the old rows. */
  readonly loading: "first" | "again" | null;
  readonly narrow: boolean;
  /** What stands in place of the rows: nothing yet, no match, failed. */
  readonly emptyState: ReactNode;
  readonly onSort: (sort: Sort | null) => void;
  readonly onSelectPage: (on: boolean) => void;
  readonly userId: string;
  readonly handlers: Omit<RowEvents, "menu">;
}

/** The table: one plain element a cell, head and actions in view while it scrolls. */
export function ListTable({ rows, columns, actions, selected, highlightedId, loading, ...props }: Props) {
  const { selectable, narrow } = props;
  const scroller = useRef<HTMLElement>(null);
  const menu = useRowMenu(scroller);
  const events = useStableEvents({ ...props.handlers, menu: menu.setOpenRowId });
  useScrollEdges(scroller);
  useRetainFocus(scroller);
  // The first picture holds the rows that are in view; those below them come right after it.
  const isFullRender = useDeferredValue(true, false);
  const withActions = actions.length > 0;
  const firstPaintCount = () => visibleRowCount({ ...props, withActions, windowPx: window.innerHeight });
  const renderedRows = isFullRender ? rows : rows.slice(0, firstPaintCount());
  const fixedWidth =
    (selectable ? selectionPx : 0) + (withActions ? actionsPx[narrow ? "narrow" : "wide"] : 0);
  const minWidth = columns.reduce((sum, column) => sum + column.width, fixedWidth);
  const selectedOnPage = rows.filter((row) => selected.has(row.id)).length;
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
        aria-busy={loading !== null || !isFullRender}
        style={{ minWidth }}
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
          selection={selectedOnPage === 0 ? "none" : selectedOnPage === rows.length ? "all" : "some"}
          withActions={withActions}
          narrow={narrow}
          onSort={props.onSort}
          onSelectPage={props.onSelectPage}
        />
        <tbody data-old={loading === "again" || undefined}>
          {loading === "first" ? (
            <SkeletonRows cells={columns.length + Number(selectable) + Number(withActions)} />
          ) : (
            renderedRows.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                getTitle={props.getTitle}
                columns={columns}
                actions={actions}
                userId={props.userId}
                selectable={selectable}
                selected={selected.has(row.id)}
                highlighted={highlightedId === row.id}
                narrow={narrow}
                nodeState={getTreeNodeState(row.id, props.nodes, props.collapsed)}
                depth={props.nodes?.get(row.id)?.ancestors.length ?? 0}
                menuOpen={menu.openRowId === row.id}
                events={events}
              />
            ))
          )}
        </tbody>
      </table>
      {props.emptyState}
    </section>
  );
}

function getTreeNodeState(
  id: string,
  nodes: ReadonlyMap<string, TreeNode> | null,
  collapsed: ReadonlySet<string>,
): TreeNodeState | null {
  if (nodes === null) return null;
  if (!nodes.get(id)?.hasChildren) return "leaf";
  return collapsed.has(id) ? "folded" : "open";
}
