import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { PointerEvent } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import { type PlacedColumn, toPinProps } from "./ListRow.tsx";
import classes from "./ListTable.module.css";
import { getAlign } from "./renderCell.tsx";

export type Sort = NonNullable<ListQuery["sort"]>;

/** Called with a column's chosen width in px; null restores the page's own. */
export type WidthListener = (key: string, px: number | null) => void;

/** Lets the user drag a column's edge; the code is loaded for it. */
function startResize({ currentTarget, clientX }: PointerEvent<HTMLElement>, onDone: (px: number) => void) {
  const head = currentTarget.closest("th");
  if (!head) return;
  // The first drag may be over before the code is loaded.
  let releasedX: number | null = null;
  document.addEventListener("pointerup", (event) => (releasedX = event.clientX), { once: true });
  // Without the code the width stays, and the next attempt loads it.
  import("./resizeColumn.ts").then(
    (code) => code.resizeColumn(head, clientX, releasedX, onDone),
    () => {},
  );
}

interface HeadProps {
  readonly columns: readonly PlacedColumn[];
  readonly sort: Sort | null;
  readonly selectable: boolean;
  /** How much of this page is selected. */
  readonly selection: "none" | "some" | "all";
  readonly withActions: boolean;
  readonly narrow: boolean;
  readonly onSort: (sort: Sort | null) => void;
  readonly onSelectPage: (on: boolean) => void;
  readonly onWidth: WidthListener;
}

/** The column titles: click to sort (descending, ascending, none), checkbox to select the page. */
export function ListHead({ columns, sort, onSort, selectable, selection, ...props }: HeadProps) {
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
        {columns.map((column) => (
          <th
            key={column.key}
            {...(props.narrow ? {} : toPinProps(column, selectable))}
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
            <span
              className={classes["edge"]}
              onPointerDown={(event) => startResize(event, (px) => props.onWidth(column.key, px))}
              onDoubleClick={() => props.onWidth(column.key, null)}
            />
          </th>
        ))}
        {props.withActions && (
          <th scope="col" data-pinned="right">
            {word.action}
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
