import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { AnyRow, Column } from "../listDefinition.ts";
import type { Sort } from "../query/sort.ts";
import classes from "./ListTable.module.css";
import { getAlign } from "./renderCell.tsx";

interface Props {
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
export function ListHead({ columns, sort, onSort, selectable, selection, ...props }: Props) {
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
