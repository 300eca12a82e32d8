import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import classes from "./Statistics.module.css";

export interface NumberCell {
  readonly text: string;
  /** The list that the number counts; null for plain text. */
  readonly href?: string | null;
}

export interface NumberRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly cells: readonly NumberCell[];
}

interface Props {
  readonly caption: string;
  /** The first names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly NumberRow[];
  /** Cells of the last row, 合计. */
  readonly sums?: readonly string[];
  /** Shown in place of the rows. */
  readonly emptyText?: string;
}

/** The numbers of a chart as a table, each a link to the list behind it. */
export function NumberTable({ caption, columns, rows, sums, emptyText }: Props) {
  return (
    // Focusable, so that the keyboard can scroll it.
    <section className={classes["tableBox"]} aria-label={caption} tabIndex={0}>
      <table className={classes["table"]}>
        <caption className={classes["hidden"]}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells.map(({ text, href }, index) => (
                <td key={columns[index + 1]}>
                  {href ? (
                    <Anchor component={Link} to={href} inherit underline="always">
                      {text}
                    </Anchor>
                  ) : (
                    text
                  )}
                </td>
              ))}
            </tr>
          ))}
          {emptyText !== undefined && rows.length === 0 && (
            <tr>
              <td className={classes["none"]} colSpan={columns.length}>
                {emptyText}
              </td>
            </tr>
          )}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              <th scope="row">{word.total}</th>
              {sums.map((text, index) => (
                <td key={columns[index + 1]}>{text}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
