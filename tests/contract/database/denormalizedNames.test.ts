/** @module-tag full */
import { eq, getTableColumns, getTableName, ne, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { demoSeeds } from "../../../demo/seed/demoSeeds.ts";
import { seedFlights } from "../../../demo/seed/flights/seedFlights.ts";
import type { DenormalizedNames, SyncedName } from "../../../server/db/denormalizedNames.ts";
import { allDenormalizedNames } from "../../../server/db/schema/allDenormalizedNames.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { hangars } from "../../../server/db/schema/hangar.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  // The tests give orders to other companies, each of which may have one trial.
  await ctx.db.update(orders).set({ type: "new" }).where(eq(orders.type, "trial"));
  await seedFlights(ctx.db, ctx.clock.now());
  for (const seed of demoSeeds) await seed(ctx.db, ctx.clock.now());
});
afterAll(() => ctx.close());

const getColumnKey = (table: PgTable, column: PgColumn) =>
  Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0] ?? "";

/** Renames a record by its own call, for each source of names. */
const renameCases: readonly { source: PgTable; rename: (id: string, name: string) => Promise<number> }[] = [
  {
    source: companies,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await ctx.db.select().from(companies).where(eq(companies.id, id));
      const body = { id, version, name, requestId: ctx.platform.newId() };
      const response = await ctx.callAs("operator", companyCalls.companyUpdate, { body });
      return response.body.state;
    },
  },
  {
    source: channelCodes,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await ctx.db.select().from(channelCodes).where(eq(channelCodes.id, id));
      const body = { id, version, name, requestId: ctx.platform.newId() };
      const response = await ctx.callAs("operator", channelCodeCalls.channelUpdate, { body });
      return response.body.state;
    },
  },
  {
    source: hangars,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await ctx.db.select().from(hangars).where(eq(hangars.id, id));
      const body = { id, version, name, requestId: ctx.platform.newId() };
      const response = await ctx.callAs("admin", hangarCalls.hangarAdd, { body });
      return response.body.state;
    },
  },
  {
    source: staff,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await ctx.db.select().from(staff).where(eq(staff.id, id));
      const body = { id, version, name, requestId: ctx.platform.newId() };
      const response = await ctx.callAs("admin", staffCalls.staffSave, {
        body: { ...body, roles: ["operator"] },
      });
      return response.body.state;
    },
  },
];

const getCopies = (source: PgTable): { declared: DenormalizedNames; copy: SyncedName }[] =>
  allDenormalizedNames.flatMap((declared) =>
    (declared.synced ?? []).filter((copy) => copy.source === source).map((copy) => ({ declared, copy })),
  );

async function getTwoIds(source: PgTable): Promise<[string, string]> {
  const { id } = getTableColumns(source);
  if (!id) throw new Error("A source has an id");
  const adminId = ctx.staff.admin.id;
  const rows = await ctx.db.select({ id }).from(source).where(ne(id, adminId)).orderBy(id).limit(2);
  const [first, second] = rows.map((row) => String(row.id));
  if (!first || !second) throw new Error(`There are no two rows in ${getTableName(source)}`);
  return [first, second];
}

test.each(renameCases.map((one) => ({ ...one, name: getTableName(one.source) })))(
  "a new name in $name is passed to every synced column, and to no other row",
  async ({ source, rename }) => {
    const [id, other] = await getTwoIds(source);
    const copies = getCopies(source);
    expect(copies.length).toBeGreaterThan(0);
    for (const { declared, copy } of copies) {
      const { id: rowId } = getTableColumns(declared.table);
      if (!rowId) throw new Error("A table with synced names has an id");
      const rows = await ctx.db.select({ rowId }).from(declared.table).orderBy(rowId).limit(2);
      expect(rows.length, `rows of ${getTableName(declared.table)}, which its demo seed adds`).toBe(2);
      for (const [at, owner] of [id, other].entries())
        await ctx.db
          .update(declared.table)
          .set({
            [getColumnKey(declared.table, copy.id)]: owner,
            [getColumnKey(declared.table, copy.name)]: "旧名",
          })
          .where(eq(rowId, rows[at]?.rowId));
    }
    expect(await rename(id, "Xin新名字甲")).toBe(0);
    for (const { declared, copy } of copies) {
      const where = `${getTableName(declared.table)}.${getColumnKey(declared.table, copy.name)}`;
      const search = declared.search?.parts.includes(copy.name) ? declared.search.text : sql`''`;
      const order = copy.order ?? sql`''`;
      const rows = await ctx.db
        .select({
          owner: copy.id,
          name: copy.name,
          search: sql<string>`${search}`,
          order: sql<string>`${order}`,
        })
        .from(declared.table);
      const own = rows.filter((row) => row.owner === id);
      expect(own.length, where).toBeGreaterThan(0);
      expect(
        own.filter(({ name }) => name !== "Xin新名字甲"),
        where,
      ).toEqual([]);
      expect(
        rows.some((row) => row.owner === other && row.name === "旧名"),
        where,
      ).toBe(true);
      if (declared.search?.parts.includes(copy.name)) {
        expect(
          own.filter((row) => !row.search.split("\u001f").includes("xin新名字甲")),
          where,
        ).toEqual([]);
        expect(new Set(own.map((row) => row.search.split("\u001f").length)), where).toEqual(
          new Set([declared.search.parts.length]),
        );
      }
      if (copy.order)
        expect(
          own.filter((row) => row.order !== "xin xin ming zi jia Xin新名字甲"),
          where,
        ).toEqual([]);
    }
  },
);
