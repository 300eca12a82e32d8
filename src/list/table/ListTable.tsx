import { type ReactNode, type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import type { Density } from "../columns/columnLayout.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { measureActions } from "./availableActions.ts";
import { ListHead, type Sort, type WidthListener } from "./ListHead.tsx";
import { ListRow, type PlacedColumn, selectionPx, type TreeNodeState } from "./ListRow.tsx";
import classes from "./ListTable.module.css";
import { type RowEvents, useStableEvents } from "./rowEvents.ts";
import { showCutText } from "./showCutText.ts";
import type { TreeNode } from "./tree.ts";
import { useRowMenu } from "./useRowMenu.ts";
import { visibleRowCount } from "./visibleRowCount.ts";

/** Keeps the focus in the table when the focused row or button is removed by a reload. */
function useRetainFocus(scroller: RefObject<HTMLElement | null>): void {
  const hasFocus = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const handleFocusIn = () => {
      hasFocus.current = true;
    };
    const handleFocusOut = ({ target }: FocusEvent) =>
      // A removed element may fire focusout too; the focus only left if the element still exists.
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
 * Sets `data-before` and `data-after` while content is scrolled out to the left or right: pinned columns cast a
 * shadow there. Bypasses React, so that scrolling renders nothing.
 */
function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const updateEdges = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute("data-before", scrollLeft > 0);
      // Widths are rounded: ignore one pixel.
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

/** Skeleton until the first response: ten bars painted by one cell. */
function SkeletonRows({ cells }: { readonly cells: number }) {
  return (
    <tr aria-hidden>
      <td className={classes["skeleton"]} colSpan={cells} />
    </tr>
  );
}

interface Props {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** Tree nodes by row id; null for a list without a tree. */
  readonly nodes: ReadonlyMap<string, TreeNode> | null;
  readonly collapsed: ReadonlySet<string>;
  readonly getTitle: (row: AnyRow) => string;
  readonly columns: readonly PlacedColumn[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly sort: Sort | null;
  readonly density: Density;
  /** Whether there are tabs above and sums below. */
  readonly tabs: boolean;
  readonly sums: boolean;
  readonly selectable: boolean;
  readonly selected: ReadonlySet<string>;
  readonly highlightedId: string | null;
  /** `first` shows a skeleton, `again` dims the old rows. */
  readonly loading: "first" | "again" | null;
  readonly narrow: boolean;
  /** Shown instead of rows: nothing yet, no match, failed. */
  readonly emptyState: ReactNode;
  readonly onSort: (sort: Sort | null) => void;
  readonly onSelectPage: (on: boolean) => void;
  readonly onWidth: WidthListener;
  readonly userId: string;
  readonly handlers: Omit<RowEvents, "setMenuRow">;
}

/** The table: one plain element per cell, with sticky head and actions. */
export function ListTable({ rows, columns, actions, selected, highlightedId, loading, ...props }: Props) {
  const { selectable, narrow } = props;
  const scroller = useRef<HTMLElement>(null);
  const menu = useRowMenu(scroller);
  const events = useStableEvents({ ...props.handlers, setMenuRow: menu.setOpenRowId });
  useScrollEdges(scroller);
  useRetainFocus(scroller);
  // The first paint renders the visible rows only, the next one all of them.
  const isFullRender = useDeferredValue(true, false);
  const actionsWidth = measureActions(actions, rows, props.userId, narrow ? 0 : undefined);
  const withActions = actionsWidth !== null;
  const firstPaintCount = () => visibleRowCount({ ...props, windowPx: window.innerHeight });
  const renderedRows = isFullRender ? rows : rows.slice(0, firstPaintCount());
  const columnsPx = columns.reduce((sum, column) => sum + column.width, selectable ? selectionPx : 0);
  const selectedOnPage = rows.filter((row) => selected.has(row.id)).length;
  return (
    <section
      ref={scroller}
      className={classes["scroller"]}
      data-density={props.density}
      data-print="list"
      // Most lists overflow: setting it initially avoids a second style pass for the pinned cells.
      data-after=""
      aria-label={props.label}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table
        className={classes["table"]}
        aria-label={props.label}
        aria-busy={loading !== null || !isFullRender}
        style={{ minWidth: `calc(${columnsPx}px + ${actionsWidth ?? "0px"})` }}
      >
        <colgroup>
          {selectable && <col style={{ width: selectionPx }} />}
          {columns.map(({ key, width, isFlexible }) => (
            <col key={key} style={isFlexible ? undefined : { width }} />
          ))}
          {withActions && <col style={{ width: actionsWidth }} />}
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
          onWidth={props.onWidth}
        />
        <tbody data-reloading={loading === "again" || undefined} onPointerOver={showCutText}>
          {loading === "first" ? (
            <SkeletonRows cells={columns.length + Number(selectable) + Number(withActions)} />
          ) : (
            renderedRows.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                getTitle={props.getTitle}
                columns={columns}
                actions={withActions ? actions : noActions}
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

const noActions: readonly RowAction<AnyRow>[] = [];

function getTreeNodeState(
  id: string,
  nodes: ReadonlyMap<string, TreeNode> | null,
  collapsed: ReadonlySet<string>,
): TreeNodeState | null {
  if (nodes === null) return null;
  if (!nodes.get(id)?.hasChildren) return "leaf";
  return collapsed.has(id) ? "collapsed" : "open";
}
