import type { Actor } from "../../server/call.ts";
import type { Db } from "../../server/db/handle.ts";
import { countedPage } from "../../server/list/pageQuery.ts";
import { type OrderPageRequest, orderList } from "../../server/modules/order/orderList.ts";
import type { SignedIn } from "../running/signedIn.ts";
import { quantile } from "./statistics.ts";

const first = { pageNo: 1, pageSize: 20 } as const;
const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** What an order list's queries need of the data: a company and an order that are there. */
export interface Known {
  readonly companyId: string;
  readonly orderNo: string;
}

/** The order list's queries by name, each as the console sends it. */
const queriesOf = ({ companyId, orderNo }: Known): Readonly<Record<string, OrderPageRequest>> => ({
  default: first,
  status: { ...first, status: "refunding" },
  "status, by amount": { ...first, status: "paid", sort: { field: "payableFen", order: "desc" } },
  "keyword, one order": { ...first, keyword: orderNo },
  "keyword, rare": { ...first, keyword: "HT-2026-11" },
  "keyword, broad": { ...first, keyword: "航空" },
  company: { ...first, companyId },
  "paid range": { ...first, dateField: "paid", from: day(180), to: day(150) },
  待我审核: { ...first, mine: true },
  "by amount": { ...first, sort: { field: "payableFen", order: "desc" } },
  "page 4,000": { ...first, pageNo: 4_000 },
});

const warmUps = 5;
const samples = 100;

export interface QueryFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of the page alone, in the database's own process, one after the other. */
export function listTimes(db: Db, known: Known): Promise<QueryFigures[]> {
  const actor: Actor = { id: "1", name: "财务", roles: ["finance"], sessionId: "1" };
  const total = Number.POSITIVE_INFINITY;
  return timed(known, async (body) => {
    await countedPage({ db, now: new Date() }, orderList(actor), body, (record) => record, total);
  });
}

/** Milliseconds of the whole answer over the network, with sums and counts. */
export function answerTimes(account: SignedIn, known: Known): Promise<QueryFigures[]> {
  return timed(known, async (body, name) => {
    const { state, message } = await account.call("POST", "/order/v3/pageList", body);
    if (state !== 0) throw new Error(`${name}: ${message}`);
  });
}

async function timed(
  known: Known,
  ask: (body: OrderPageRequest, name: string) => Promise<void>,
): Promise<QueryFigures[]> {
  const figures: QueryFigures[] = [];
  for (const [name, body] of Object.entries(queriesOf(known))) {
    const times: number[] = [];
    for (let turn = 0; turn < warmUps + samples; turn += 1) {
      const from = performance.now();
      await ask(body, name);
      if (turn >= warmUps) times.push(performance.now() - from);
    }
    figures.push({ name, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  return figures;
}
