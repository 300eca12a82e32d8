import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { AnyRow, Column, RowAction } from "../definition.ts";
import { alignOf, CellValue } from "./CellValue.tsx";
import classes from "./ListTable.module.css";
import { RowActions } from "./RowActions.tsx";

/** What stands before the title of a row in a tree. */
export type Branch = "leaf" | "open" | "folded";

interface Props {
  readonly row: AnyRow;
  readonly title: string;
  readonly columns: readonly Column<AnyRow>[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly selectable: boolean;
  readonly chosen: boolean;
  readonly lit: boolean;
  readonly narrow: boolean;
  /** Null for a list without a tree. */
  readonly branch: Branch | null;
  /** How many rows it stands below. */
  readonly depth: number;
  readonly onFold: (id: string) => void;
  readonly onChoose: (row: AnyRow) => void;
  readonly onOpen: (row: AnyRow) => void;
  readonly onAct: (action: RowAction<AnyRow>, row: AnyRow) => void;
}

/** One record. It renders anew only when something of its own changes. */
export function ListRow({ row, title, columns, actions, ...props }: Props) {
  const { selectable, chosen, lit, narrow, onChoose, onOpen, onAct } = props;
  return (
    <tr data-chosen={chosen || undefined} data-lit={lit || undefined} data-id={row.id}>
      {selectable && (
        <td data-align="center" data-pinned={narrow ? undefined : "left"}>
          <input
            type="checkbox"
            className={classes["choose"]}
            aria-label={`选择 ${title}`}
            checked={chosen}
            onChange={() => onChoose(row)}
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
              onFold={() => props.onFold(row.id)}
            />
          )}
          {column.main ? (
            <button type="button" className={classes["main"]} onClick={() => onOpen(row)}>
              <CellValue column={column} row={row} />
            </button>
          ) : (
            <CellValue column={column} row={row} />
          )}
        </td>
      ))}
      {actions.length > 0 && (
        <td data-align="left" data-pinned="right">
          <RowActions row={row} title={title} actions={actions} narrow={narrow} onAct={onAct} />
        </td>
      )}
    </tr>
  );
}

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
