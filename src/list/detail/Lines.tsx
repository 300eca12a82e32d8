import type { ReactNode } from "react";
import type { AnyRow, Column } from "../definition.ts";
import { alignOf, cellValue } from "../table/cellValue.tsx";
import classes from "./Lines.module.css";

interface Props<Q> {
  readonly title: string;
  readonly columns: readonly Column<Q>[];
  readonly rows: readonly Q[];
  /** What can be done with one of them. */
  readonly acts?: ((row: Q) => ReactNode) | null;
}

/** A plain table of what belongs to a record, in the list's own look. */
export function Lines<Q extends AnyRow>({ title, rows, acts, ...props }: Props<Q>) {
  // Each cell is given a row of its own table alone.
  const columns = props.columns as unknown as readonly Column<AnyRow>[];
  return (
    <section className={classes["scroller"]} aria-label={title} tabIndex={0}>
      <table
        className={classes["table"]}
        aria-label={title}
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={alignOf(column)}>
                {column.title}
              </th>
            ))}
            {acts && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} data-align={alignOf(column)}>
                  {cellValue(column, row)}
                </td>
              ))}
              {acts && <td>{acts(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
