import type { Actor } from "../../server/call.ts";
import type { Db } from "../../server/db/handle.ts";
import { queryCountedPage } from "../../server/list/queryPage.ts";
import { createOrderList, type OrderPageRequest } from "../../server/modules/order/orderList.ts";
import { wholeScope } from "../../server/scope/recordScope.ts";
import type { ApiClient } from "../process/apiClient.ts";
import { quantile } from "./statistics.ts";

const firstPage = { pageNo: 1, pageSize: 20 } as const;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** An existing company and order, for the filters. */
export interface SampleOrder {
  readonly companyId: string;
  readonly orderNo: string;
}

/** The order list's queries by name, as the console sends them. */
const createQueries = ({ companyId, orderNo }: SampleOrder): Readonly<Record<string, OrderPageRequest>> => ({
  default: firstPage,
  status: { ...firstPage, status: "refunding" },
  "status, by amount": { ...firstPage, status: "paid", sort: { field: "payableFen", order: "desc" } },
  "keyword, one order": { ...firstPage, keyword: orderNo },
  "keyword, rare": { ...firstPage, keyword: "HT-2026-11" },
  "keyword, broad": { ...firstPage, keyword: "航空" },
  company: { ...firstPage, companyId },
  "paid range": { ...firstPage, dateField: "paid", from: daysAgo(180), to: daysAgo(150) },
  待我审核: { ...firstPage, mine: true },
  "by amount": { ...firstPage, sort: { field: "payableFen", order: "desc" } },
  "page 4,000": { ...firstPage, pageNo: 4_000 },
});

const warmUps = 5;
const runs = 100;

export interface QueryTimes {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of the page query only, in the database's process, sequentially. */
export function measureListQueries(db: Db, known: SampleOrder): Promise<QueryTimes[]> {
  const actor: Actor = {
    id: "1",
    name: "财务",
    roles: ["finance"],
    sessionId: "1",
    scope: wholeScope,
    changedRights: undefined,
  };
  const total = Number.POSITIVE_INFINITY;
  return measureQueries(known, async (body) => {
    await queryCountedPage({ db, now: new Date() }, createOrderList(actor), body, (record) => record, total);
  });
}

/** Milliseconds of the whole response over the network, including sums and counts. */
export function measureListCalls(account: ApiClient, known: SampleOrder): Promise<QueryTimes[]> {
  return measureQueries(known, async (body, name) => {
    const { state, message } = await account.call("POST", "/order/v3/pageList", body);
    if (state !== 0) throw new Error(`${name}: ${message}`);
  });
}

async function measureQueries(
  known: SampleOrder,
  runQuery: (body: OrderPageRequest, name: string) => Promise<void>,
): Promise<QueryTimes[]> {
  const results: QueryTimes[] = [];
  for (const [name, body] of Object.entries(createQueries(known))) {
    const times: number[] = [];
    for (let turn = 0; turn < warmUps + runs; turn += 1) {
      const from = performance.now();
      await runQuery(body, name);
      if (turn >= warmUps) times.push(performance.now() - from);
    }
    results.push({ name, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  return results;
}
