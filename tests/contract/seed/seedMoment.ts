import { sql } from "drizzle-orm";
import { demoSeeds } from "../../../demo/seed/demoSeeds.ts";
import { seedFlights } from "../../../demo/seed/flights/seedFlights.ts";
import { seedDemo } from "../../../demo/seed/seedDemo.ts";
import type { Db } from "../../../server/db/handle.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";

const flightScale = { hangars: 3, drones: 12, zones: 9, pastTasks: 40, trackedTasks: 4 };

/** The whole demo data seeded at a moment, with few flights. */
export interface SeededMoment {
  readonly now: Date;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

export async function seedMoment(moment: string): Promise<SeededMoment> {
  const now = new Date(moment);
  const { db, close } = await createTestDatabase();
  const seeds = [seedDemo, (target: Db, at: Date) => seedFlights(target, at, flightScale), ...demoSeeds];
  for (const seed of seeds) if (!(await seed(db, now))) throw new Error(`There were demo data of ${moment}`);
  for (const seed of seeds) if (await seed(db, now)) throw new Error(`The demo data of ${moment} came twice`);
  return { now, db, close };
}

const changeTimes = sql`
  select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = 'public' and column_name in ('created_at', 'updated_at')
`;

/** Columns of tables with a row that was created or changed after the moment. */
export async function listFutureColumns({ db, now }: SeededMoment): Promise<string[]> {
  const columns = await db
    .select({ table: sql<string>`"table"`, column: sql<string>`"column"` })
    .from(sql`(${changeTimes})`);
  const later = await Promise.all(
    columns.map(({ table, column }) =>
      db.$count(sql`${sql.identifier(table)}`, sql`${sql.identifier(column)} > ${now.toISOString()}`),
    ),
  );
  return columns.flatMap(({ table, column }, index) => (later[index] ? [`${table}.${column}`] : []));
}
