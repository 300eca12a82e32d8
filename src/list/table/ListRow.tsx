import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import type { ColumnPlace } from "../columns/columnLayout.ts";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import classes from "./ListTable.module.css";
import { RowActions } from "./RowActions.tsx";
import { getAlign, renderCell } from "./renderCell.tsx";
import type { RowEvents } from "./rowEvents.ts";

/** A column in its place. */
export type PlacedColumn = Column<AnyRow> & Omit<ColumnPlace, "key">;

/** Width of the column of checkboxes. */
export const selectionPx = 44;

/** Attributes of a pinned column's cells. */
export function toPinProps({ main, left, isEdge }: PlacedColumn, selectable: boolean) {
  if (left === undefined) return {};
  return {
    "data-pinned": !isEdge ? "left" : main ? "main" : "edge",
    style: { left: left + (selectable ? selectionPx : 0) },
  };
}

/** The toggle before the title of a tree row. */
export type TreeNodeState = "leaf" | "open" | "collapsed";

interface Props {
  readonly row: AnyRow;
  readonly getTitle: (row: AnyRow) => string;
  readonly columns: readonly PlacedColumn[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly highlighted: boolean;
  readonly narrow: boolean;
  /** Whether its 更多 menu is open. */
  readonly menuOpen: boolean;
  /** Null for a list without a tree. */
  readonly nodeState: TreeNodeState | null;
  /** Number of ancestors. */
  readonly depth: number;
  readonly events: RowEvents;
}

/** One record, memoized: it renders only when its own props change. */
export const ListRow = memo(function ListRow({ row, getTitle, columns, actions, events, ...props }: Props) {
  const { selectable, selected, highlighted, narrow } = props;
  const title = getTitle(row);
  return (
    <tr data-selected={selected || undefined} data-highlighted={highlighted || undefined} data-id={row.id}>
      {selectable && (
        <td data-align="center" data-pinned={narrow ? undefined : "left"}>
          <input
            type="checkbox"
            className={classes["checkbox"]}
            aria-label={`选择 ${title}`}
            checked={selected}
            onChange={() => events.toggleSelected(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          {...(narrow ? {} : toPinProps(column, selectable))}
          data-align={getAlign(column)}
          data-print={isDate(column) ? "line" : undefined}
        >
          {column.main && props.nodeState !== null && (
            <TreeToggle
              nodeState={props.nodeState}
              depth={props.depth}
              title={title}
              onToggle={() => events.toggleCollapsed(row.id)}
            />
          )}
          {column.main ? (
            <button type="button" className={classes["main"]} onClick={() => events.openDetail(row)}>
              {renderCell(column, row)}
            </button>
          ) : (
            renderCell(column, row)
          )}
        </td>
      ))}
      {actions.length > 0 && (
        <td data-pinned="right">
          <RowActions
            {...{ row, title, actions, narrow, events }}
            userId={props.userId}
            menuOpen={props.menuOpen}
          />
        </td>
      )}
    </tr>
  );
});

/** Dates stay on one line on paper, where other cells wrap. */
const isDate = ({ as }: Column<AnyRow>): boolean => as === "day" || as === "time" || as === "expiry";

interface TreeToggleProps {
  readonly nodeState: TreeNodeState;
  readonly depth: number;
  readonly title: string;
  readonly onToggle: () => void;
}

/** Indents a row by its depth and collapses its children. */
function TreeToggle({ nodeState, depth, title, onToggle }: TreeToggleProps) {
  const indent = { marginLeft: depth * 20 };
  if (nodeState === "leaf") return <span className={classes["toggle"]} style={indent} />;
  const Icon = nodeState === "open" ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={classes["toggle"]}
      style={indent}
      aria-expanded={nodeState === "open"}
      aria-label={`${nodeState === "open" ? "收起" : "展开"} ${title} 的下级`}
      onClick={onToggle}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
