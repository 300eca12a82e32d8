import { asc, sql } from "drizzle-orm";
import { columnsByteLength, viewColumns } from "../../adapters/contract/columns.ts";
import { encodeTrackChunk, trackColumns } from "../../adapters/contract/track.ts";
import { seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import type { Db } from "../../server/db/handle.ts";
import { companies } from "../../server/db/schema/company.ts";
import { flights, flightTracks } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";

/** Ids of the generated flights begin here. */
const firstId = 900_000_000_000;
/** Far from the time limit of a statement. */
const rowsPerStatement = 20_000;

/**
 * Adds `count` flights of one a half minute to demo data, over 400 companies, 5,000 drones and 900 pilots: one in
 * seven ended early, one in ten has a video, one in ten thousand was aborted. They refer to the demo's tasks, so that
 * no million of tasks is needed: the list reads what flights copy.
 */
export async function seedManyFlights(db: Db, count: number): Promise<void> {
  await seedDemo(db, new Date(), { companies: 400, users: 800, orders: 100 });
  await seedFlights(db, new Date());
  for (let start = 0; start < count; start += rowsPerStatement) {
    await db.execute(sql`
      insert into ${flights} (id, task_id, company_id, company_name, drone_sn, source, started_at, ended_at, end_reason,
        duration_s, distance_m, max_height_m, photo_count, video_count, takeoff_lng, takeoff_lat, landing_lng, landing_lat,
        takeoff_region_id, takeoff_region_name, flight_no, task_no, task_name, task_kind, task_status, drone_model,
        pilot_id, pilot_name, search)
      select id, task_id, company_id, company_name, drone_sn, 'device', at, at + interval '20 minutes', end_reason,
        300 + (n * 37) % 3000, 500 + (n * 91) % 20000, 50 + n % 70, n % 40, (n % 10 = 0)::int,
        104.04, 30.64, 104.04, 30.64, region_id, region_name, flight_no, flight_no, task_name,
        (array['patrol', 'survey', 'security', 'logistics', 'rescue'])[1 + (n / 5) % 5],
        case when n % 10000 = 0 then 'aborted' when n % 7 = 0 then 'partial' else 'finished' end,
        'DJI Matrice 3TD', 40000 + n % 900, pilot_name,
        lower(concat_ws(chr(31), flight_no, task_name, company_name, pilot_name, drone_sn))
      from (
        select n, ${firstId}::int8 + n as id, now() - n * interval '30 seconds' as at,
          'RW' || lpad(n::text, 14, '0') as flight_no, '1581F6Q8D' || lpad(((n * 31) % 5000)::text, 8, '0') as drone_sn,
          (array['园区', '河道', '管线', '林区', '工地'])[1 + n % 5]
            || (array['巡检', '测绘', '安防', '快递', '搜救'])[1 + (n / 5) % 5] || n % 97 as task_name,
          (array['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周'])[1 + n % 9] || chr(20000 + (n % 100)::int) as pilot_name,
          case when n % 10000 = 0 then '人工中止' when n % 7 = 0 then '电量不足，自动返航' else '航线完成' end as end_reason,
          company_ids[1 + (n * 7919) % array_length(company_ids, 1)] as company_id,
          company_names[1 + (n * 7919) % array_length(company_names, 1)] as company_name,
          task_ids[1 + n % array_length(task_ids, 1)] as task_id,
          region_ids[1 + (n * 17) % array_length(region_ids, 1)] as region_id,
          region_names[1 + (n * 17) % array_length(region_names, 1)] as region_name
        from generate_series(${start}::int8, ${Math.min(count, start + rowsPerStatement) - 1}::int8) as n,
          (select array_agg(id order by id) as company_ids, array_agg(name order by id) as company_names from ${companies}) as c,
          (select array_agg(id order by id) as task_ids from ${tasks}) as t,
          (select array_agg(id order by id) as region_ids, array_agg(full_name order by id) as region_names
            from regions where level = 'county') as r
      ) as generated`);
  }
}

const samplesPerChunk = 600;

/** A flight as its calls take it. */
export interface LongFlight {
  readonly taskId: string;
  readonly flightId: string;
}

/** Adds flights with tracks of `seconds` samples at 1 Hz to the first tasks; returns the ids for the call. */
export async function seedLongTracks(db: Db, count: number, seconds: number): Promise<LongFlight[]> {
  const found = await db.select().from(tasks).orderBy(asc(tasks.id)).limit(count);
  const startedAt = new Date("2026-01-01T00:00:00Z");
  const added: LongFlight[] = [];
  for (const [n, { id: taskId, companyId, droneSn }] of found.entries()) {
    const flightId = String(firstId - 1 - n);
    const endedAt = new Date(startedAt.getTime() + seconds * 1_000);
    await db
      .insert(flights)
      .values({ id: flightId, taskId, companyId, droneSn, source: "device", startedAt, endedAt });
    for (let from = 0; from < seconds; from += samplesPerChunk)
      await db.insert(flightTracks).values(createChunk(flightId, startedAt.getTime() + from * 1_000));
    added.push({ taskId, flightId });
  }
  return added;
}

/** A full chunk with a different value in each row, so that it compresses like a real one. */
function createChunk(flightId: string, t0: number): typeof flightTracks.$inferInsert {
  const buffer = new ArrayBuffer(columnsByteLength(trackColumns, samplesPerChunk));
  const columns = viewColumns(trackColumns, buffer, 0, samplesPerChunk);
  for (const column of Object.values(columns))
    for (let row = 0; row < samplesPerChunk; row++) column[row] = (row * 7_919 + t0 / 1_000) % 120;
  for (let row = 0; row < samplesPerChunk; row++) {
    columns.dt[row] = row * 1_000;
    columns.lat[row] = 306_000_000 + ((row * row) % 40_009);
    columns.lon[row] = 1_040_000_000 + ((row * 31) % 40_009);
  }
  return {
    flightId,
    t0: new Date(t0),
    samples: samplesPerChunk,
    bytes: Buffer.from(encodeTrackChunk({ t0, count: samplesPerChunk, columns })),
    lastAt: new Date(t0 + (samplesPerChunk - 1) * 1_000),
  };
}
