import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./Board.module.css";
import { getTurn, pickPage } from "./boardPages.ts";

/** Height of the line about the rest, with its margin, as a multiple of the size of the text. */
const restLines = 1.55;

interface Row {
  readonly key: string;
  /** Colours the row; undefined for grey. */
  readonly level: string | undefined;
  /** Stays on each page. */
  readonly isUrgent: boolean;
  readonly cells: readonly ReactNode[];
}

interface Props {
  readonly name: "tasks" | "alarms" | "places";
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
  /** Server's time, UTC ms. */
  readonly now: number;
  /** How many there are, rows that were not read among them. */
  readonly total: number;
  /** Says how many are not shown. */
  readonly describeRest: (count: number) => string;
}

/**
 * A table of as many rows as the screen has room for. Where there are more, they take turns, and a line says how many
 * more there are, and which page this is.
 */
export function Board({ name, heads, rows, now, total, describeRest }: Props) {
  const { ref, height } = useElementSize<HTMLDivElement>();
  const table = useRef<HTMLTableElement>(null);
  const [room, setRoom] = useState({ all: 1, withRest: 1 });
  const hasRows = rows.length > 0;
  // All rows are as high as the first one; the room changes with banners, the size of text with the address.
  useLayoutEffect(() => {
    const [head = 0, row = 0] = [...(table.current?.rows ?? [])].map(
      (one) => one.getBoundingClientRect().height,
    );
    const count = (left: number) => Math.max(1, Math.floor(left / row));
    const rest =
      restLines * Number.parseFloat(table.current ? getComputedStyle(table.current).fontSize : "0");
    if (hasRows && height > 0 && row > 0)
      setRoom({ all: count(height - head), withRest: count(height - head - rest) });
  }, [height, hasRows]);
  const lines = total > room.all ? room.withRest : room.all;
  const turn = getTurn(now);
  const [held, setHeld] = useState({ turn, lines, pages: 1 });
  // Rows come and go during a turn; what is read then does not jump.
  if (held.turn !== turn || held.lines !== lines)
    setHeld({ turn, lines, pages: pickPage(rows, lines, turn).count });
  const { rows: shown, number, count } = pickPage(rows, lines, turn, held.pages);
  return (
    <div ref={ref} className={classes["board"]}>
      <table ref={table} className={classes["table"]} data-board={name}>
        <thead>
          <tr>
            {heads.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, level, cells }) => (
            <tr key={key} data-level={level}>
              {cells.map((cell, place) => (
                <td key={heads[place]}>
                  <div className={classes["cell"]}>{cell}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > shown.length && (
        <p className={classes["more"]}>
          <span>{describeRest(total - shown.length)}</span>
          {count > 1 && <span>{`第 ${number}/${count} 页`}</span>}
        </p>
      )}
    </div>
  );
}
