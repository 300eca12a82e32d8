import { Checkbox, Select } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import { RowActions } from "../table/RowActions.tsx";
import { getAlign, isFigure, renderCell } from "../table/renderCell.tsx";
import { type RowEvents, useStableEvents } from "../table/rowEvents.ts";
import type { TreeNode } from "../table/tree.ts";
import { useRowMenu } from "../table/useRowMenu.ts";
import classes from "./ListCards.module.css";

export interface ListCardsProps {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  readonly getTitle: (row: AnyRow) => string;
  /** Columns shown below the title, in this order; a tag is shown beside the title. */
  readonly columns: readonly Column<AnyRow>[];
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly selectable: boolean;
  readonly selected: ReadonlySet<string>;
  readonly highlightedId: string | null;
  readonly loading: "first" | "again" | null;
  /** Shown instead of rows: nothing yet, no match, failed. */
  readonly emptyState: ReactNode;
  readonly handlers: Omit<RowEvents, "setMenuRow">;
  /** With these, it has what a table's head has: select the page, sort. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  readonly onSelectPage?: (on: boolean) => void;
  /** Sortable columns. */
  readonly sortColumns?: readonly Column<AnyRow>[];
  readonly nodes?: ReadonlyMap<string, TreeNode> | null;
}

type Sort = NonNullable<ListQuery["sort"]>;

/** What a table's head does: selects the page, sorts. */
function CardsHead({
  rows,
  selected,
  selectable,
  sort,
  onSort,
  onSelectPage,
  sortColumns = [],
}: ListCardsProps) {
  const selectedCount = rows.filter(({ id }) => selected.has(id)).length;
  const options = sortColumns.flatMap(({ sort: field = "", title }) => [
    { value: `${field}.desc`, label: `按${title}降序` },
    { value: `${field}.asc`, label: `按${title}升序` },
  ]);
  return (
    <div className={classes["top"]}>
      {selectable && (
        <Checkbox
          label="选择本页"
          checked={rows.length > 0 && selectedCount === rows.length}
          indeterminate={selectedCount > 0 && selectedCount < rows.length}
          onChange={() => onSelectPage?.(selectedCount !== rows.length)}
        />
      )}
      {options.length > 0 && (
        <Select
          aria-label={word.sort}
          size="xs"
          w={180}
          ml="auto"
          allowDeselect={false}
          placeholder={word.sort}
          data={options}
          value={sort ? `${sort.field}.${sort.order}` : null}
          onChange={(value) => {
            const [field = "", order] = value?.split(".") ?? [];
            onSort?.({ field, order: order === "asc" ? "asc" : "desc" });
          }}
        />
      )}
    </div>
  );
}

/** The rows as a grid of cards. The title opens the record, the actions are at the bottom. */
export function ListCards(allProps: ListCardsProps) {
  const { rows, getTitle, actions, userId, loading, handlers, ...props } = allProps;
  const frame = useRef<HTMLElement>(null);
  const menu = useRowMenu(frame);
  const events = useStableEvents({ ...handlers, setMenuRow: menu.setOpenRowId });
  const tags = props.columns.filter((column) => getAlign(column) === "center").slice(0, 1);
  const details = props.columns.filter((column) => !tags.includes(column));
  return (
    <section ref={frame} aria-label={props.label} aria-busy={loading !== null}>
      {props.onSort && <CardsHead {...allProps} />}
      {loading === "first" ? (
        <div className={classes["cards"]} aria-hidden>
          {skeletons.map((skeleton) => (
            <div key={skeleton} className={classes["skeleton"]} />
          ))}
        </div>
      ) : (
        <ul className={classes["cards"]} data-reloading={loading === "again" || undefined}>
          {rows.map((row) => {
            const title = getTitle(row);
            return (
              <li
                key={row.id}
                data-id={row.id}
                style={{ marginInlineStart: (props.nodes?.get(row.id)?.ancestors.length ?? 0) * indentPx }}
                data-highlighted={props.highlightedId === row.id || undefined}
                className={classes["card"]}
              >
                <div className={classes["head"]}>
                  {props.selectable && (
                    <input
                      type="checkbox"
                      aria-label={`选择 ${title}`}
                      checked={props.selected.has(row.id)}
                      onChange={() => events.toggleSelected(row)}
                    />
                  )}
                  <h2 className={classes["title"]}>
                    <button
                      type="button"
                      className={classes["open"]}
                      onClick={() => events.openDetail(row)}
                      title={title}
                    >
                      {title}
                    </button>
                  </h2>
                  {tags.map((column) => (
                    <span key={column.key}>{renderCell(column, row)}</span>
                  ))}
                </div>
                <dl className={classes["facts"]}>
                  {details.map((column) => (
                    <div key={column.key}>
                      <dt>{column.title}</dt>
                      <dd data-figure={isFigure(column) || undefined}>{renderCell(column, row)}</dd>
                    </div>
                  ))}
                </dl>
                {actions.length > 0 && (
                  <RowActions
                    {...{ row, title, actions, userId, events }}
                    narrow={false}
                    menuOpen={menu.openRowId === row.id}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {props.emptyState}
    </section>
  );
}

/** Indent of a tree's rows by level. */
const indentPx = 16;

const skeletons = Array.from({ length: 8 }, (_, index) => index);
