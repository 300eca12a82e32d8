import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import type { AnyRow, Column, RowAction } from "../definition.ts";
import { alignOf, cellValue } from "./cellValue.tsx";
import classes from "./ListTable.module.css";
import { RowActions } from "./RowActions.tsx";
import type { RowEvents } from "./rowEvents.ts";

/** What stands before the title of a row in a tree. */
export type Branch = "leaf" | "open" | "folded";

interface Props {
  readonly row: AnyRow;
  readonly titleOf: (row: AnyRow) => string;
  readonly columns: readonly Column<AnyRow>[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly selectable: boolean;
  readonly chosen: boolean;
  readonly lit: boolean;
  readonly narrow: boolean;
  /** Whether its further acts are open. */
  readonly menu: boolean;
  /** Null for a list without a tree. */
  readonly branch: Branch | null;
  /** How many rows it stands below. */
  readonly depth: number;
  readonly events: RowEvents;
}

/** One record. It renders anew only when something of its own changes. */
export const ListRow = memo(function ListRow({ row, titleOf, columns, actions, events, ...props }: Props) {
  const { selectable, chosen, lit, narrow } = props;
  const title = titleOf(row);
  return (
    <tr data-chosen={chosen || undefined} data-lit={lit || undefined} data-id={row.id}>
      {selectable && (
        <td data-align="center" data-pinned={narrow ? undefined : "left"}>
          <input
            type="checkbox"
            className={classes["choose"]}
            aria-label={`选择 ${title}`}
            checked={chosen}
            onChange={() => events.choose(row)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          data-pinned={index === 0 && column.main && !narrow ? "main" : undefined}
          data-align={alignOf(column)}
          title={hintOf(column, row)}
        >
          {column.main && props.branch !== null && (
            <Fold
              branch={props.branch}
              depth={props.depth}
              title={title}
              onFold={() => events.fold(row.id)}
            />
          )}
          {column.main ? (
            <button type="button" className={classes["main"]} onClick={() => events.open(row)}>
              {cellValue(column, row)}
            </button>
          ) : (
            cellValue(column, row)
          )}
        </td>
      ))}
      {actions.length > 0 && (
        <td data-pinned="right">
          <RowActions {...{ row, title, actions, narrow, events }} userId={props.userId} menu={props.menu} />
        </td>
      )}
    </tr>
  );
});

interface FoldProps {
  readonly branch: Branch;
  readonly depth: number;
  readonly title: string;
  readonly onFold: () => void;
}

/** Indents a row by its depth, and folds what stands below it. */
function Fold({ branch, depth, title, onFold }: FoldProps) {
  const indent = { marginLeft: depth * 20 };
  if (branch === "leaf") return <span className={classes["fold"]} style={indent} />;
  const Icon = branch === "open" ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={classes["fold"]}
      style={indent}
      aria-expanded={branch === "open"}
      aria-label={`${branch === "open" ? "收起" : "展开"} ${title} 的下级`}
      onClick={onFold}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** The whole text where the cell may have to cut it. */
function hintOf(column: Column<AnyRow>, row: AnyRow): string | undefined {
  const value: unknown = row[column.key];
  const plain = column.as === undefined || column.as === "text";
  return plain && typeof value === "string" && value !== "" ? value : undefined;
}
