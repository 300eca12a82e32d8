import type { ReactNode } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { AnyRow, Column } from "../listDefinition.ts";
import { getAlign, renderCell } from "../table/renderCell.tsx";
import classes from "./PlainTable.module.css";
import { WholeListNote } from "./WholeListNote.tsx";

interface Props<Q> {
  readonly title: string;
  readonly columns: readonly Column<Q>[];
  readonly rows: readonly Q[];
  readonly renderActions?: ((row: Q) => ReactNode) | null;
}

/** A plain table of related records, styled like the list. */
export function PlainTable<Q extends AnyRow>({ title, rows, renderActions, ...props }: Props<Q>) {
  // A cell only ever receives rows of this table.
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
              <th key={column.key} scope="col" data-align={getAlign(column)}>
                {column.title}
              </th>
            ))}
            {renderActions && <th scope="col">{word.action}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} data-align={getAlign(column)}>
                  {renderCell(column, row)}
                </td>
              ))}
              {renderActions && <td>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <WholeListNote rows={rows} />
    </section>
  );
}
