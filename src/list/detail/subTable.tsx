import { Button, Group, Loader, Text } from "@mantine/core";
import type { Client } from "../../../adapters/http/client.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, Column, DetailSection } from "../definition.ts";
import { alignOf, CellValue } from "../table/CellValue.tsx";
import { useAnswer } from "../useAnswer.ts";
import classes from "./subTable.module.css";

interface SubTable<R, Q> {
  readonly title: string;
  /** What belongs to the record: read by a call, or a part of the record itself. */
  readonly rows: (row: R, client: Client, signal: AbortSignal) => readonly Q[] | Promise<readonly Q[]>;
  readonly columns: readonly Column<Q>[];
  /** What stands there where nothing belongs to it. */
  readonly empty: string;
}

/** A table in a record's detail: the lines of an order, its payments. */
export function subTable<R extends AnyRow, Q extends AnyRow>(plan: SubTable<R, Q>): DetailSection<R> {
  return {
    title: plan.title,
    content: function Content({ row }) {
      const { client } = useConsole();
      const { answer, again } = useAnswer(`${row.id}.${row.version ?? 0}`, async (signal) =>
        plan.rows(row, client, signal),
      );
      if (answer.state === "asking") return <Loader size="sm" aria-label={`正在读取${plan.title}`} />;
      if (answer.state === "failed")
        return (
          <Group gap="xs">
            <Text size="sm">{plan.title}没有读到</Text>
            <Button size="compact-sm" variant="default" onClick={again}>
              重试
            </Button>
          </Group>
        );
      if (answer.data.length === 0)
        return (
          <Text size="sm" c="dimmed">
            {plan.empty}
          </Text>
        );
      return <Lines title={plan.title} columns={plan.columns} rows={answer.data} />;
    },
  };
}

interface LinesProps<Q> {
  readonly title: string;
  readonly columns: readonly Column<Q>[];
  readonly rows: readonly Q[];
}

function Lines<Q extends AnyRow>({ title, rows, ...props }: LinesProps<Q>) {
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
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} data-align={alignOf(column)}>
                  <CellValue column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
