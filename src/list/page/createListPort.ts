import { CallError } from "../../../adapters/http/callError.ts";
import type { CallOptions, Client } from "../../../adapters/http/client.ts";
import { getListNotices, keepListNotices } from "../../../adapters/http/listNotices.ts";
import { isOutcomeUnknown } from "../../../machines/afterError.ts";
import type { BatchRequest, BatchResult } from "../../../machines/batch.ts";
import type { ListPort } from "../../../machines/listPort.ts";
import type { ListPage, ListQuery } from "../../../machines/listQuery.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import { normalizeConditions } from "../query/conditions.ts";
import { toPageBody } from "../query/requestBody.ts";
import { sortByTree } from "../table/tree.ts";
import type { UrlSync } from "./createUrlSync.ts";

/** Reuses the previous object of each unchanged row, so that it is not rendered again. */
export function structuralSharing<R extends AnyRow>(
  previousRows: readonly R[],
  rows: readonly R[],
): readonly R[] {
  const previousById = new Map(previousRows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const previous = previousById.get(row.id);
    return previous && JSON.stringify(previous) === JSON.stringify(row) ? previous : row;
  });
}

/** Page size limit of the contract; a tree is loaded as one page. */
const maxTreeRows = 200;

/**
 * The list machine's port, implemented by the page's config, the client and the URL.
 * @param decided what the first rows wait for, if the first query is not the URL's
 */
export function createListPort(
  config: ListConfig,
  client: Client,
  urlSync: Pick<UrlSync, "getQuery" | "navigate">,
  decided: Promise<void> | null = null,
): ListPort<AnyRow> {
  let cachedRows: readonly AnyRow[] = [];
  return {
    initialQuery: urlSync.getQuery,
    navigate: (query) => urlSync.navigate({ ...query, filters: normalizeConditions(query.filters) }),
    // Adds up to 50 %.
    jitter: (ms) => ms * (1 + Math.random() / 2),
    load: async (query: ListQuery, signal: AbortSignal, quiet: boolean) => {
      if (decided) await decided;
      const pageQuery = config.tree ? { ...query, pageNo: 1, pageSize: maxTreeRows } : query;
      const body = { ...toPageBody(pageQuery), ...config.fixed };
      const page = await loadPage(config, client, pageQuery, body, { signal, quiet });
      const rows = config.tree ? sortByTree(page.list, config.tree.getParentId) : page.list;
      cachedRows = structuralSharing(cachedRows, rows);
      return { ...page, list: cachedRows, notices: getListNotices(page.list) };
    },
    runBatch: (request, signal) => runBatch(config, client, request, signal),
  };
}

/** A page from the list's call, or from the specification's where the platform has no other. */
async function loadPage(
  { call, specified }: ListConfig,
  client: Client,
  query: ListQuery,
  body: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<ListPage<AnyRow>> {
  try {
    // The client has parsed the response by the schema from which `listPage` took the row type.
    return (await client.call(call, { body }, options)) as ListPage<AnyRow>;
  } catch (error) {
    if (!specified || !(error instanceof CallError) || error.kind !== "unsupported") throw error;
    return paginate(await specified(client, options), query);
  }
}

/** The page of rows that were answered all at once, by the keyword in any of their texts. */
function paginate(rows: readonly AnyRow[], { pageNo, pageSize, filters }: ListQuery): ListPage<AnyRow> {
  const { keyword } = filters;
  const wanted = typeof keyword === "string" ? keyword.toLowerCase() : "";
  const found = rows.filter((row) =>
    Object.values(row).some((value) => typeof value === "string" && value.toLowerCase().includes(wanted)),
  );
  const list = keepListNotices(found.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows);
  return { list, total: found.length };
}

/** The receipt says what was refused: a toast for each row would cover it. */
const withoutRefusals = (client: Client): Client => ({
  ...client,
  call: (endpoint, args, options) => client.call(endpoint, args, { ...options, showsRefusal: true }),
});

async function runBatch(
  config: ListConfig,
  client: Client,
  { action, rows, values }: BatchRequest<AnyRow>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const batch = config.batchActions?.find(({ name }) => name === action);
  const rowClient = withoutRefusals(client);
  const succeeded: string[] = [];
  const failed: { id: string; reason: string }[] = [];
  for (const row of batch ? rows : []) {
    try {
      await batch?.run(rowClient, row, String(values ?? ""), signal);
      succeeded.push(row.id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      failed.push({ id: row.id, reason: toFailureReason(error) });
    }
  }
  return { succeeded, failed };
}

/** Why a row failed; without a readable response it may have succeeded. */
function toFailureReason(error: CallError): string {
  return isOutcomeUnknown(error) ? "结果未知，请核对" : error.message || "未能完成，请稍后重试";
}
