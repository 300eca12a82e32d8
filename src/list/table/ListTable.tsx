import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from "react";
import type { ListQuery } from "../../../machines/listQuery.ts";
import type { Density } from "../columns/columnLayout.ts";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import { ListRow, type TreeNodeState } from "./ListRow.tsx";
import classes from "./ListTable.module.css";
import { getAlign } from "./renderCell.tsx";
import { type RowEvents, useStableEvents } from "./rowEvents.ts";
import type { TreeNode } from "./tree.ts";
import { useRowMenu } from "./useRowMenu.ts";
import { visibleRowCount } from "./visibleRowCount.ts";

type Sort = NonNullable<ListQuery["sort"]>;

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

interface HeadProps {
  readonly columns: readonly Column<AnyRow>[];
  readonly sort: Sort | null;
  readonly selectable: boolean;
  /** How much of this page is selected. */
  readonly selection: "none" | "some" | "all";
  readonly withActions: boolean;
  readonly narrow: boolean;
  readonly onSort: (sort: Sort | null) => void;
  readonly onSelectPage: (on: boolean) => void;
}

/** The column titles: click to sort (descending, ascending, none), checkbox to select the page. */
function ListHead({ columns, sort, onSort, selectable, selection, ...props }: HeadProps) {
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" data-align="center" data-pinned={props.narrow ? undefined : "left"}>
            <input
              type="checkbox"
              className={classes["checkbox"]}
              aria-label="选择本页"
              checked={selection === "all"}
              ref={(box) => {
                if (box) box.indeterminate = selection === "some";
              }}
              onChange={() => props.onSelectPage(selection !== "all")}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.key}
            data-pinned={index === 0 && column.main && !props.narrow ? "main" : undefined}
            scope="col"
            data-align={getAlign(column)}
            title={column.title}
            aria-sort={getAriaSort(column, sort)}
          >
            {column.sort === undefined ? (
              column.title
            ) : (
              <SortButton title={column.title} field={column.sort} sort={sort} onSort={onSort} />
            )}
          </th>
        ))}
        {props.withActions && (
          <th scope="col" data-pinned="right">
            操作
          </th>
        )}
      </tr>
    </thead>
  );
}

function getAriaSort({ sort: field }: Column<AnyRow>, sort: Sort | null) {
  if (field === undefined) return undefined;
  if (sort?.field !== field) return "none";
  return sort.order === "asc" ? "ascending" : "descending";
}

interface SortProps {
  readonly title: string;
  readonly field: string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
}

function SortButton({ title, field, sort, onSort }: SortProps) {
  const order = sort?.field === field ? sort.order : null;
  const next: Sort | null =
    order === null ? { field, order: "desc" } : order === "desc" ? { field, order: "asc" } : null;
  const Icon = order === null ? IconArrowsSort : order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes["sort"]}
      data-sorted={order ?? undefined}
      onClick={() => onSort(next)}
    >
      {title}
      <Icon size={14} aria-hidden opacity={order === null ? 0.45 : 1} />
    </button>
  );
}

// The style sheet offsets the pinned main column by the same width.
const selectionPx = 44;
const actionsPx = { wide: 186, narrow: 92 };

interface Props {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** Tree nodes by row id; null for a list without a tree. */
  readonly nodes: ReadonlyMap<string, TreeNode> | null;
  readonly collapsed: ReadonlySet<string>;
  readonly getTitle: (row: AnyRow) => string;
  readonly columns: readonly Column<AnyRow>[];
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
        <tbody data-reloading={loading === "again" || undefined}>
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
  return collapsed.has(id) ? "collapsed" : "open";
}
