import { and, asc, eq, isNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import type { Db } from "../../server/db/handle.ts";
import { allTables } from "../../server/db/schema/allTables.ts";
import { companies } from "../../server/db/schema/company.ts";
import type { DemoSeed } from "./demoSeed.ts";

const maxCompanies = 40;
/** Of the first table; each table has its own, so that ids do not collide. */
const firstProcessNumber = 700;

type CompanyRecord = typeof companies.$inferSelect;

interface Context {
  readonly now: Date;
  readonly newId: () => string;
}

/** Seeds records of the first 40 companies that are not frozen, unless the table has some. */
export const seedForCompanies =
  (
    table: PgTable,
    insert: (db: Db, owners: readonly CompanyRecord[], context: Context) => Promise<void>,
  ): DemoSeed =>
  (db, now) =>
    db.transaction(async (tx) => {
      if ((await tx.$count(table)) > 0) return false;
      const owners = await tx
        .select()
        .from(companies)
        .where(and(isNull(companies.deletedAt), eq(companies.status, "normal")))
        .orderBy(asc(companies.id))
        .limit(maxCompanies);
      const newId = createIdGenerator(() => now, firstProcessNumber + allTables.indexOf(table));
      if (owners.length > 0) await insert(tx, owners, { now, newId });
      return true;
    });
