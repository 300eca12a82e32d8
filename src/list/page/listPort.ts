import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { ActOrder, ActReceipt } from "../../../machines/batch.ts";
import { isUncertain } from "../../../machines/fault.ts";
import type { ListPort } from "../../../machines/listPort.ts";
import type { ListPage, ListQuery } from "../../../machines/listQuery.ts";
import type { AnyRow } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import { tidied } from "../query/conditions.ts";
import { pageBody } from "../query/requestBody.ts";
import { inTreeOrder } from "../table/tree.ts";
import type { ListLink } from "./listLink.ts";
import { sameWhereEqual } from "./sameWhereEqual.ts";

/** The most that a page request may ask for; a tree comes as one page. */
const treeRowsAtMost = 200;

/** What the list machine needs from outside, out of a page's plan, the client and the address. */
export function listPort(plan: ListPlan, client: Client, link: ListLink): ListPort<AnyRow> {
  let held: readonly AnyRow[] = [];
  return {
    query: link.query,
    go: (query) => link.go({ ...query, filters: tidied(query.filters) }),
    // Up to half as long again.
    jitter: (ms) => ms * (1 + Math.random() / 2),
    load: async (query: ListQuery, signal: AbortSignal, quiet: boolean) => {
      const asked = plan.tree ? { ...query, pageNo: 1, pageSize: treeRowsAtMost } : query;
      const answer = await client.call(plan.call, { body: pageBody(asked) }, { signal, quiet });
      // The call's own schema, which `listPage` took the row type from, has just proved the answer.
      const page = answer as ListPage<AnyRow>;
      const rows = plan.tree ? inTreeOrder(page.list, plan.tree.parentOf) : page.list;
      held = sameWhereEqual(held, rows);
      return { ...page, list: held };
    },
    act: (order, signal) => actOnEach(plan, client, order, signal),
  };
}

async function actOnEach(
  plan: ListPlan,
  client: Client,
  { action, rows, values }: ActOrder<AnyRow>,
  signal: AbortSignal,
): Promise<ActReceipt> {
  const batch = plan.batch?.find(({ name }) => name === action);
  const succeeded: string[] = [];
  const failed: { id: string; reason: string }[] = [];
  for (const row of batch ? rows : []) {
    try {
      await batch?.act(client, row, String(values ?? ""), signal);
      succeeded.push(row.id);
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault;
      failed.push({ id: row.id, reason: reasonOf(fault) });
    }
  }
  return { succeeded, failed };
}

/** Why an act on one row failed; without an answer that can be read it may have been done all the same. */
function reasonOf(fault: CallError): string {
  return isUncertain(fault) ? "结果未知，请核对" : fault.message || "未能完成，请稍后重试";
}
