import { sql } from "drizzle-orm";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import type { Db } from "../../server/db/handle.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { companies } from "../../server/db/schema/company.ts";
import { vacuum } from "../../server/db/vacuum.ts";
import { queryCountedPage } from "../../server/list/queryPage.ts";
import { type AlarmPageRequest, alarmList } from "../../server/modules/alarm/alarmList.ts";
import { loginClient } from "../process/apiClient.ts";
import { startServer } from "../process/serverProcess.ts";
import { measureAnswers, measureBoth, measureTimes, toListResult } from "./measureFlightLists.ts";
import type { BenchResult } from "./report.ts";

const firstPage = { pageNo: 1, pageSize: 20 } as const;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The queries of 历史告警 by name, as the console sends them. */
const createQueries = (companyId: string): Readonly<Record<string, AlarmPageRequest>> => ({
  default: firstPage,
  open: { ...firstPage, isOpen: true },
  priority: { ...firstPage, priority: "p1" },
  kind: { ...firstPage, kind: "batteryLow" },
  "kind, rare": { ...firstPage, kind: "unattended" },
  "state, rare": { ...firstPage, state: "shelved" },
  company: { ...firstPage, companyId },
  outcome: { ...firstPage, closedAs: "reported" },
  drone: { ...firstPage, droneSn: "1581F6Q8D00000031" },
  "30 days": { ...firstPage, from: daysAgo(60), to: daysAgo(30) },
  "keyword, one alarm": { ...firstPage, keyword: "RW00000000077777" },
  "keyword, one in five": { ...firstPage, keyword: "巡检" },
  "keyword, one character": { ...firstPage, keyword: "河" },
  "most urgent first": { ...firstPage, sort: { field: "priority", order: "asc" } },
  "most often first": { ...firstPage, sort: { field: "count", order: "desc" } },
  "page 1,000": { ...firstPage, pageNo: 1_000 },
});

/** Measures 历史告警. */
export const measureAlarmLists = (dataDir: string) => measureBoth(dataDir, measureAlarms);

async function measureAlarms(
  name: string,
  dataDir: string,
  url: string | undefined,
  count: number,
): Promise<BenchResult[]> {
  const label = `${count.toLocaleString("en")} alarms, ${name}`;
  const { db, close } = await openDatabase({ url, dataDir });
  const results: BenchResult[] = [];
  let queries: ReturnType<typeof createQueries>;
  try {
    await seedManyAlarms(db, count);
    await vacuum(db, "all");
    const [known] = await db.select({ companyId: alarms.companyId }).from(alarms).limit(1);
    queries = createQueries(known?.companyId ?? "");
    for (const [query, body] of Object.entries(queries)) {
      const total = Number.POSITIVE_INFINITY;
      const times = await measureTimes(() =>
        queryCountedPage({ db, now: new Date() }, alarmList, body, (record) => record, total),
      );
      results.push(toListResult(`${label}, ${query}: page`, times, 50));
    }
  } finally {
    await close();
  }
  await using server = await startServer({
    dataDir,
    env: { FLEET: "0", ...(url ? { DATABASE_URL: url, SECRET_KEY: "0".repeat(64) } : {}) },
  });
  const admin = await loginClient(server.url);
  // With the mean time until the acknowledgement.
  results.push(...(await measureAnswers(label, admin, "/x/alarm/list", queries)));
  await server.stop();
  return results;
}

/** Far from the time limit of a statement. */
const rowsPerStatement = 10_000;

/**
 * Adds alarms of one every half minute to demo data, over 400 companies and 5,000 drones: one in ten is a P1, one in
 * 20,000 is open, nine in ten were acknowledged.
 */
async function seedManyAlarms(db: Db, count: number): Promise<void> {
  await seedDemo(db, new Date(), { companies: 400, users: 800, orders: 100 });
  for (let start = 0; start < count; start += rowsPerStatement) {
    await db.execute(sql`
      insert into ${alarms} (id, created_at, updated_at, kind, priority, state, is_holding, task_id, flight_id, task_no,
        task_name, company_id, company_name, drone_sn, place, lng, lat, raised_at, priority_at, last_at, count,
        acknowledged_by_name, acknowledged_at, cleared_at, closed_as, values, search)
      select 800000000000 + n, at, at, kind, priority, state, false, 700000000000 + n / 3, 600000000000 + n / 3, task_no,
        task_name, company_id, company_name, drone_sn, place, 104.04, 30.64, at, at, at + interval '40 seconds',
        1 + n % 7, '孙悦', case when n % 10 = 0 then null else at + (n % 90) * interval '1 second' end,
        case when state = 'gone' then at + interval '2 minutes' end,
        case when n % 50 = 0 then 'reported' when n % 5 = 0 then 'pilotNotified' end, '{"batPct": 24}'::jsonb,
        lower(concat_ws(chr(31), task_no, task_name, company_name, drone_sn, place))
      from (
        select n, now() - n * interval '30 seconds' as at, 'RW' || lpad(n::text, 14, '0') as task_no,
          case when n % 50000 = 7 then 'unattended'
            else (array['lost', 'batteryLow', 'delayed', 'noFlyBreach', 'tooHigh', 'offRoute'])[1 + n % 6] end as kind,
          (array['p1', 'p2', 'p2', 'p2', 'p3', 'p3', 'p3', 'p3', 'p4', 'p4'])[1 + (n * 3) % 10] as priority,
          case when n % 20000 = 3 then 'active' when n % 100000 = 11 then 'shelved' else 'gone' end as state,
          (array['园区', '河道', '管线', '林区', '工地'])[1 + n % 5]
            || (array['巡检', '测绘', '安防', '快递', '搜救'])[1 + (n / 5) % 5] || n % 97 as task_name,
          '1581F6Q8D' || lpad(((n * 31) % 5000)::text, 8, '0') as drone_sn,
          '武侯区 西北 ' || n % 9 || '.' || n % 10 || ' km' as place,
          company_ids[1 + (n * 7919) % array_length(company_ids, 1)] as company_id,
          company_names[1 + (n * 7919) % array_length(company_names, 1)] as company_name
        from generate_series(${start}::int8, ${Math.min(count, start + rowsPerStatement) - 1}::int8) as n,
          (select array_agg(id order by id) as company_ids, array_agg(name order by id) as company_names from ${companies}) as c
      ) as generated`);
  }
}
