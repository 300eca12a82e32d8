import { asc } from "drizzle-orm";
import * as z from "zod/mini";
import { searchQuery } from "../../adapters/contract/graphql/search.ts";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { openPostgresSession } from "../../server/db/databaseSession.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { orders } from "../../server/db/schema/order.ts";
import { users } from "../../server/db/schema/user.ts";
import { vacuum } from "../../server/db/vacuum.ts";
import { loginClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { seedSearchable } from "./seedSearchable.ts";
import { quantile } from "./statistics.ts";

const runs = 40;
const budgetMs = 100;

/** Records that are known to exist. */
interface Known {
  readonly orderNo: string;
  readonly companyName: string;
  readonly userName: string;
  readonly phone: string;
}

const createTexts = ({ orderNo, companyName, userName, phone }: Known): Readonly<Record<string, string>> => ({
  "an order's number": orderNo,
  "a beginning of all orders' numbers": orderNo.slice(0, 4),
  "a bank's number": "BKX000000791900",
  "an invoice's number": "26000000000000077777",
  "a task's number": "RW00000000077777",
  "a MAC address": "02:AC:00:01:2F:D1",
  "a serial number": "1581F6Q8D00077777",
  "a phone": phone,
  "four digits": phone.slice(-4),
  "a company's name": companyName,
  "a user's name": userName,
  "one Chinese character": companyName.slice(2, 3),
  "two frequent characters": "公司",
  "two rare characters": "山亀",
  "three characters of one record in five": "永定河",
  "initials of two letters": "zw",
  "initials of four letters": "bjxx",
  "pinyin of a name": "wangwei",
  nothing: "没有这个东西",
});

/** Measures the search of everything over 100,000 records of each kind on PostgreSQL, over the network. */
export async function measureSearch(dataDir: string, count = 100_000): Promise<BenchResult[]> {
  const postgres = await createPostgresServer();
  try {
    const known = await seed(postgres.url, dataDir, count);
    await using server = await startServer({
      dataDir,
      env: { FLEET: "0", DATABASE_URL: postgres.url, SECRET_KEY: "0".repeat(64) },
    });
    const { headers } = await loginClient(server.url);
    const results: BenchResult[] = [];
    const all: number[] = [];
    for (const [name, text] of Object.entries(createTexts(known))) {
      const { times, hits } = await measureText(server.url, headers, text);
      all.push(...times);
      results.push(toResult(`search, ${name} (${hits} hits)`, times));
    }
    await server.stop();
    return [...results, toResult("search, all of these", all)];
  } finally {
    await postgres.remove();
  }
}

async function seed(url: string, dataDir: string, count: number): Promise<Known> {
  // Creates the tables. The pool's statements have a time limit, which a busy machine exceeds.
  await (await openDatabase({ url, dataDir })).close();
  const { db, close } = await openPostgresSession(url);
  try {
    await seedSearchable(db, count);
    await vacuum(db, "all");
    const middle = Math.floor(count / 2);
    const [order] = await db.select().from(orders).orderBy(asc(orders.id)).limit(1).offset(middle);
    const [company] = await db.select().from(companies).orderBy(asc(companies.id)).limit(1).offset(middle);
    const [user] = await db.select().from(users).orderBy(asc(users.id)).limit(1).offset(middle);
    if (!order || !company || !user) throw new Error("There are no records");
    const { phoneNumber: phone, name: userName } = user;
    return { orderNo: order.orderNo, companyName: company.name, userName, phone };
  } finally {
    await close();
  }
}

const answer = z.object({ data: searchQuery.data });

async function measureText(url: string, headers: Readonly<Record<string, string>>, text: string) {
  const times: number[] = [];
  let hits = 0;
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now();
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ query: searchQuery.document, variables: { text, limit: 5 } }),
    });
    const { data } = answer.parse(await response.json());
    times.push(performance.now() - from);
    hits = data.search.groups.reduce((total, group) => total + group.hits.length, 0);
  }
  return { times, hits };
}

const toResult = (label: string, times: readonly number[]): BenchResult => {
  const p95 = quantile(times, 0.95);
  return {
    label,
    measured: `p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
    budget: `p95 ≤ ${budgetMs} ms`,
    isWithinBudget: p95 <= budgetMs,
  };
};
