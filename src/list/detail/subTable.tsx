import { Button, Group, Loader, Text } from "@mantine/core";
import * as word from "../../../adapters/contract/words.ts";
import type { Client } from "../../../adapters/http/client.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import type { AnyRow, Column, DetailSection } from "../listDefinition.ts";
import { useQuery } from "../useQuery.ts";
import { PlainTable } from "./PlainTable.tsx";

interface SubTableConfig<R, Q> extends Pick<DetailSection<R>, "title" | "call"> {
  /** The related rows: fetched by a call, or part of the record. */
  readonly rows: (row: R, client: Client, signal: AbortSignal) => readonly Q[] | Promise<readonly Q[]>;
  readonly columns: readonly Column<Q>[];
  /** Shown when there are no rows. */
  readonly emptyText: string;
}

/** A table in a record's detail: the lines of an order, its payments. */
export function subTable<R extends AnyRow, Q extends AnyRow>(config: SubTableConfig<R, Q>): DetailSection<R> {
  return {
    title: config.title,
    ...(config.call ? { call: config.call } : {}),
    content: function Content({ row }) {
      const { client } = usePageApi();
      const { result, refetch } = useQuery(`${row.id}.${row.version ?? 0}`, async (signal) =>
        config.rows(row, client, signal),
      );
      if (result.state === "pending") return <Loader size="sm" aria-label={`正在读取${config.title}`} />;
      if (result.state === "error")
        return (
          <Group gap="xs">
            <Text size="sm">{`${config.title}没有读到`}</Text>
            <Button size="compact-sm" variant="default" onClick={refetch}>
              {word.retry}
            </Button>
          </Group>
        );
      if (result.data.length === 0)
        return (
          <Text size="sm" c="dimmed">
            {config.emptyText}
          </Text>
        );
      return <PlainTable title={config.title} columns={config.columns} rows={result.data} />;
    },
  };
}
