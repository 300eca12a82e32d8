/** @module-tag full */

import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { expect, test } from "vitest";

const folder = new URL("../../server/db/migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const flightsFile = files.findIndex((name) => name.endsWith("_flights.sql"));
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

const sampleValues: Readonly<Record<string, string>> = {
  text: "''",
  "timestamp with time zone": "now()",
  boolean: "false",
  jsonb: "'{}'",
};

/** Inserts a company with something in every column that needs a value; checks of values are off. */
async function insertCompany(db: PGlite, id: number): Promise<void> {
  const { rows } = await db.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = 'companies' AND is_nullable = 'NO' AND column_default IS NULL AND column_name <> 'id'`,
  );
  const { rows: checks } = await db.query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint WHERE conrelid = 'companies'::regclass AND contype = 'c'",
  );
  for (const { name } of checks) await db.exec(`ALTER TABLE companies DROP CONSTRAINT "${name}"`);
  const names = rows.map(({ name }) => `"${name}"`).join(", ");
  const values = rows.map(({ type }) => sampleValues[type] ?? "0").join(", ");
  await db.exec(
    `SET session_replication_role = replica; INSERT INTO companies (id, ${names}) VALUES (${id}, ${values});`,
  );
}

test("The migration gives each flown task one flight, and its track to the flight", async () => {
  await using db = await PGlite.create({ extensions: { pg_trgm } });
  await db.exec("CREATE EXTENSION pg_trgm");
  for (const name of files.slice(0, flightsFile)) await db.exec(read(name));
  await insertCompany(db, 7);
  await db.exec(`
    SET session_replication_role = replica;
    INSERT INTO tasks (id, created_at, updated_at, task_no, name, kind, status, source, company_id, company_name,
      pilot_name, pilot_phone, drone_sn, drone_model, route, lng, lat, airspace, uom_status, planned_at, started_at,
      ended_at, duration_s, distance_m, max_height_m, photo_count, end_reason, search)
    SELECT id, at, at, 'RW' || id, 'n', 'patrol', status, 'device', 7, 'c', 'p', '1', sn, 'm', '[]', 105, 39, 'suitable',
      'unknown', at, started, ended, 60, 500, 80, 3, '航线完成', ''
    FROM (VALUES
      (1, now(), 'finished', 'A', now(), now()),
      (2, now(), 'running', 'A', now(), NULL),
      (3, now(), 'planned', 'A', NULL, NULL),
      (4, now() - interval '1 day', 'running', 'B', now() - interval '1 day', NULL),
      (5, now(), 'running', 'B', now(), NULL)
    ) AS t(id, at, status, sn, started, ended);
    INSERT INTO task_tracks (task_id, t0, samples, bytes) VALUES (1, now(), 9, '\\x01'), (2, now(), 8, '\\x02');
    SET session_replication_role = origin;
  `);
  await db.exec(read(files[flightsFile] ?? ""));
  const { rows: flights } = await db.query<{ id: string }>(
    "SELECT id::text, task_id::text, drone_sn, ended_at IS NULL AS open, distance_m FROM flights ORDER BY id",
  );
  expect(flights).toEqual([
    { id: "1", task_id: "1", drone_sn: "A", open: false, distance_m: 500 },
    { id: "2", task_id: "2", drone_sn: "A", open: true, distance_m: 500 },
    { id: "4", task_id: "4", drone_sn: "B", open: false, distance_m: 500 },
    { id: "5", task_id: "5", drone_sn: "B", open: true, distance_m: 500 },
  ]);
  const { rows: tracks } = await db.query(
    "SELECT flight_id::text, samples, last_at FROM flight_tracks ORDER BY flight_id",
  );
  expect(tracks).toEqual([
    { flight_id: "1", samples: 9, last_at: null },
    { flight_id: "2", samples: 8, last_at: null },
  ]);
}, 60_000);
