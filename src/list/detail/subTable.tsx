import { Button, Group, Loader, Text } from "@mantine/core";
import type { Client } from "../../../adapters/http/client.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { AnyRow, Column, DetailSection } from "../definition.ts";
import { useAnswer } from "../useAnswer.ts";
import { Lines } from "./Lines.tsx";

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
