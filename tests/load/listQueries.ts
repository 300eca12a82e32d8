import type { SignedIn } from "../running/signedIn.ts";
import { quantile } from "./statistics.ts";

/** The list's queries by name, each as the console sends it. */
const queries = {
  "first page": { pageNo: 1, pageSize: 20 },
  "page 4,000": { pageNo: 4_000, pageSize: 20 },
  "by status": { pageNo: 1, pageSize: 20, status: "frozen" },
  "by level, sorted by name": { pageNo: 1, pageSize: 20, level: "B", sort: { field: "name", order: "asc" } },
  "by region": { pageNo: 1, pageSize: 20, regionId: "440000" },
  "by keyword": { pageNo: 1, pageSize: 20, keyword: "通用航空" },
  "by rare keyword": { pageNo: 1, pageSize: 20, keyword: "MA" },
} as const;

const warmUps = 5;
const samples = 100;

export interface QueryFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of each query over the network, one after the other, total count included. */
export async function listQueries(account: SignedIn): Promise<QueryFigures[]> {
  const figures: QueryFigures[] = [];
  for (const [name, body] of Object.entries(queries)) {
    const times: number[] = [];
    for (let turn = 0; turn < warmUps + samples; turn += 1) {
      const from = performance.now();
      const { state, message } = await account.call("POST", "/company/pageList", body);
      if (state !== 0) throw new Error(`${name}: ${message}`);
      if (turn >= warmUps) times.push(performance.now() - from);
    }
    figures.push({ name, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  return figures;
}
