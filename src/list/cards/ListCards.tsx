import { type ReactNode, useRef } from "react";
import type { AnyRow, Column, RowAction } from "../listDefinition.ts";
import { RowActions } from "../table/RowActions.tsx";
import { renderCell } from "../table/renderCell.tsx";
import { type RowEvents, useStableEvents } from "../table/rowEvents.ts";
import { useRowMenu } from "../table/useRowMenu.ts";
import classes from "./ListCards.module.css";

interface Props {
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
}

/** The rows as a grid of cards. The title opens the record, the actions are at the bottom. */
export function ListCards({ rows, getTitle, actions, userId, loading, handlers, ...props }: Props) {
  const frame = useRef<HTMLElement>(null);
  const menu = useRowMenu(frame);
  const events = useStableEvents({ ...handlers, setMenuRow: menu.setOpenRowId });
  const tags = props.columns.filter(({ as }) => as === "tag").slice(0, 1);
  const details = props.columns.filter((column) => !tags.includes(column));
  return (
    <section ref={frame} aria-label={props.label} aria-busy={loading !== null}>
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
                      <dd>{renderCell(column, row)}</dd>
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

const skeletons = Array.from({ length: 8 }, (_, index) => index);
