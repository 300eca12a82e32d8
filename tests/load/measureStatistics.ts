import path from "node:path";
import { sql } from "drizzle-orm";
import { seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { openPostgresSession } from "../../server/db/databaseSession.ts";
import type { Db } from "../../server/db/handle.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { vacuum } from "../../server/db/vacuum.ts";
import { rebuildStatistics } from "../../server/modules/statistics/rollUps.ts";
import { loginClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { quantile } from "./statistics.ts";

const taskCount = 1_000_000;
const orderCount = 100_000;
/** Changes that are not folded yet, as after a busy ten minutes. */
const pendingCount = 2_000;
const firstId = 800_000_000_000;
const rowsPerStatement = 50_000;
const runs = 100;
const counted = ["companies", "users", "orders", "tasks", "flights"];

/** Shanghai day so many days ago. */
const daysAgo = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

/** A million tasks, each with a flight in any county, and 100,000 orders of two years; one task a minute. */
async function seedTwoYears(db: Db): Promise<void> {
  for (let start = 0; start < taskCount; start += rowsPerStatement) {
    const numbers = sql`generate_series(${start}::int8, ${start + rowsPerStatement - 1}::int8) as n`;
    const kind = sql.raw(
      "(array['patrol', 'survey', 'security', 'logistics', 'rescue', 'other'])[1 + n % 6]",
    );
    const company = sql`(select array_agg(id order by id) as ids from ${companies}) as c`;
    const companyId = sql.raw("c.ids[1 + (n * 7919) % array_length(c.ids, 1)]");
    await db.execute(sql`
      insert into tasks (id, created_at, updated_at, task_no, name, kind, status, source, company_id, company_name,
        pilot_name, pilot_phone, drone_sn, drone_model, route, uom_status, started_at, ended_at, search)
      select ${firstId}::int8 + n, at, at, 'TJ' || n, '', ${kind}, 'finished', 'device', ${companyId}, '', '', '', '', '',
        '[]', 'reported', at, at, ''
      from ${numbers}, lateral (select now() - n * interval '1 minute' as at) as times, ${company}`);
    await db.execute(sql`
      insert into flights (id, task_id, company_id, drone_sn, source, started_at, ended_at, duration_s, distance_m,
        takeoff_region_id, task_kind)
      select ${firstId}::int8 + n, ${firstId}::int8 + n, ${companyId}, '', 'device', at, at, 300 + (n * 37) % 3000,
        500 + (n * 91) % 20000, r.ids[1 + (n * 17) % array_length(r.ids, 1)], ${kind}
      from ${numbers}, lateral (select now() - n * interval '1 minute' as at) as times, ${company},
        (select array_agg(id order by id) as ids from regions where level = 'county') as r`);
  }
  await db.execute(sql`
    insert into orders (id, created_at, updated_at, order_no, company_id, company_name, company_name_order, type, items,
      goods_names, tax_lines, total_fen, payable_fen, paid_fen, refund_fen, status, status_at, pay_method, paid_at,
      channel_code_id, search)
    select ${firstId}::int8 + n, at, at, 'TJ' || n, c.ids[1 + (n * 7919) % array_length(c.ids, 1)], '', '',
      (array['new', 'renew', 'expand'])[1 + n % 3], '[]', '', '[]', 120000, 120000, 120000,
      case when n % 20 = 0 then 120000 else 0 end, case when n % 20 = 0 then 'refunded' else 'paid' end,
      least(at + interval '40 days', now()), 'bank', at, h.ids[1 + (n * 13) % array_length(h.ids, 1)], ''
    from generate_series(0, ${orderCount - 1}::int8) as n, lateral (select now() - n * interval '10 minutes' as at) as times,
      (select array_agg(id order by id) as ids from ${companies}) as c,
      (select array_agg(id order by id) as ids from channel_codes) as h`);
}

/** Measures 数据统计 over a million tasks and flights and 100,000 orders on PostgreSQL. */
export async function measureStatistics(dataDir: string): Promise<BenchResult[]> {
  const postgres = await createPostgresServer();
  try {
    return await measure(path.join(dataDir, "postgres"), postgres.url);
  } finally {
    await postgres.remove();
  }
}

/** Fills the database; returns how long a recount of everything took. */
async function seed(dataDir: string, url: string): Promise<{ rebuildMs: number; companyId: string }> {
  const pool = await openDatabase({ url, dataDir });
  try {
    await seedDemo(pool.db, new Date(), { companies: 400, users: 800, orders: 100 });
    await seedFlights(pool.db, new Date());
  } finally {
    await pool.close();
  }
  // The pool's statements have a time limit.
  const { db, close } = await openPostgresSession(url);
  try {
    for (const table of counted) await db.execute(sql.raw(`alter table ${table} disable trigger user`));
    await seedTwoYears(db);
    for (const table of counted) await db.execute(sql.raw(`alter table ${table} enable trigger user`));
    const from = performance.now();
    await db.transaction(rebuildStatistics);
    const rebuildMs = performance.now() - from;
    // Each changed flight is taken out and counted again.
    await db.execute(
      sql`update flights set duration_s = duration_s + 1 where id between ${firstId}::int8 and ${firstId + pendingCount / 2 - 1}::int8`,
    );
    await vacuum(db, "all");
    const [known] = await db.select({ id: companies.id }).from(companies).limit(1);
    return { rebuildMs, companyId: known?.id ?? "" };
  } finally {
    await close();
  }
}

async function measure(dataDir: string, url: string): Promise<BenchResult[]> {
  const { rebuildMs, companyId } = await seed(dataDir, url);
  await using server = await startServer({
    dataDir,
    env: { FLEET: "0", DATABASE_URL: url, SECRET_KEY: "0".repeat(64) },
  });
  const admin = await loginClient(server.url);
  const month = { granularity: "day", from: daysAgo(29), to: daysAgo(0) };
  const year = { granularity: "month", from: daysAgo(364), to: daysAgo(0), byRegion: true };
  const all = { granularity: "day", from: daysAgo(1_094), to: daysAgo(0) };
  const calls: Readonly<Record<string, readonly [method: string, path: string, body?: object]>> = {
    "companies, 30 days": ["POST", "/statistics/company", month],
    "companies, a year by province": ["POST", "/statistics/company", year],
    "orders, 30 days": ["POST", "/statistics/order", month],
    "orders, a year by province": ["POST", "/statistics/order", year],
    "orders, three years by day": ["POST", "/statistics/order", all],
    "tasks, 30 days": ["POST", "/statistics/task", month],
    "tasks, a year by province": ["POST", "/statistics/task", year],
    "tasks, a year by city of a province": ["POST", "/statistics/task", { ...year, regionId: "440000" }],
    "tasks, a year by county of a city": ["POST", "/statistics/task", { ...year, regionId: "440300" }],
    "tasks, three years by day": ["POST", "/statistics/task", all],
    "tasks of a company, three years by day": ["POST", "/statistics/task", { ...all, companyId }],
    "channels, a year": ["GET", `/statistics/channel?from=${daysAgo(364)}&to=${daysAgo(0)}`],
    "companies by place": ["GET", "/statistics/thermodynamic/company"],
  };
  const results: BenchResult[] = [];
  for (const [name, [method, callPath, body]] of Object.entries(calls)) {
    const times: number[] = [];
    for (let turn = 0; turn <= runs; turn++) {
      const from = performance.now();
      const { state, message } = await admin.call(method, callPath, body);
      if (state !== 0) throw new Error(`${name}: ${message}`);
      if (turn > 0) times.push(performance.now() - from);
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    results.push({
      label: `statistics, ${name}`,
      measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
      budget: "p99 ≤ 100 ms",
      isWithinBudget: p99 <= 100,
    });
  }
  await server.stop();
  const rebuilt = {
    label: "statistics, recount of everything",
    measured: `${(rebuildMs / 1_000).toFixed(1)} s`,
  };
  return [...results, { ...rebuilt, budget: "" }];
}
