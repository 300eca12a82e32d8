import { readdirSync } from "node:fs";
import { eq, getTableColumns, getTableName, is, ne, sql } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { hangarCalls } from "../../adapters/contract/hangar.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import type { CopiedNames, FollowedName } from "../../server/db/copiedNames.ts";
import { allCopiedNames } from "../../server/db/schema/allCopiedNames.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { companies } from "../../server/db/schema/company.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { seedBoxes } from "../../server/seed/devices/seedBoxes.ts";
import { seedFlights } from "../../server/seed/flights/seedFlights.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  await seedFlights(on.db, on.clock.now());
  await seedBoxes(on.db, on.clock.now());
});
afterAll(() => on.close());

const schemaFolder = new URL("../../server/db/schema/", import.meta.url);

async function allTables(): Promise<PgTable[]> {
  const modules = await Promise.all(
    readdirSync(schemaFolder).map(
      (file) => import(new URL(file, schemaFolder).href) as Promise<Record<string, unknown>>,
    ),
  );
  return [...new Set(modules.flatMap((one) => Object.values(one)).filter((one) => is(one, PgTable)))];
}

const keyOf = (table: PgTable, column: PgColumn) =>
  Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0] ?? "";

test("every column that holds a name says whether it follows its source", async () => {
  const tables = await allTables();
  expect(tables.length).toBeGreaterThan(30);
  const named = tables.flatMap((table) =>
    Object.entries(getTableColumns(table))
      .filter(([key, column]) => column.dataType === "string" && /(Name|edBy|boundBy)$/.test(key))
      // Ids end like names of people: `createdBy`.
      .filter(([, column]) => column.getSQLType() !== "int8")
      .map(([key]) => `${getTableName(table)}.${key}`),
  );
  const declared = allCopiedNames.flatMap(({ table, follows = [], fixed = [], own = [] }) =>
    [...follows.map(({ name }) => name), ...fixed, ...own].map(
      (column) => `${getTableName(table)}.${keyOf(table, column)}`,
    ),
  );
  expect(named.length).toBeGreaterThan(25);
  expect([...declared].sort()).toEqual([...named].sort());
});

/** By hand: what lists and details show under the present name of its source, find by it and sort by it. */
test("the names that follow their source are these", () => {
  const following = allCopiedNames.flatMap(({ table, follows = [], search }) =>
    follows.map(({ name, source, order }) => {
      const found = search?.parts.includes(name) ? ", found" : "";
      const sorted = order ? ", sorted" : "";
      return `${getTableName(table)}.${keyOf(table, name)} ← ${getTableName(source)}${found}${sorted}`;
    }),
  );
  expect(following.sort()).toEqual(
    [
      "boxes.companyName ← companies",
      "companies.channelName ← channel_codes",
      "companies.managerName ← staff",
      "control_zones.companyName ← companies, found",
      "drones.companyName ← companies",
      "hangars.companyName ← companies",
      "invoices.companyName ← companies, found, sorted",
      "orders.channelName ← channel_codes",
      "orders.companyName ← companies, found, sorted",
      "tasks.companyName ← companies, found",
      "tasks.hangarName ← hangars",
      "users.companyName ← companies, sorted",
    ].sort(),
  );
});

/** Renames a record by its own call, and leaves another of the same kind alone. */
const renaming: readonly { source: PgTable; rename: (id: string, name: string) => Promise<number> }[] = [
  {
    source: companies,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await on.db.select().from(companies).where(eq(companies.id, id));
      const body = { id, version, name, requestId: on.platform.newId() };
      const answer = await send(on.app, companyCalls.companyUpdate, { body }, await on.as("operator"));
      return answer.body.state;
    },
  },
  {
    source: channelCodes,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await on.db.select().from(channelCodes).where(eq(channelCodes.id, id));
      const body = { id, version, name, requestId: on.platform.newId() };
      const answer = await send(on.app, channelCodeCalls.channelUpdate, { body }, await on.as("operator"));
      return answer.body.state;
    },
  },
  {
    source: hangars,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await on.db.select().from(hangars).where(eq(hangars.id, id));
      const body = { id, version, name, requestId: on.platform.newId() };
      const answer = await send(on.app, hangarCalls.hangarAdd, { body }, await on.as("admin"));
      return answer.body.state;
    },
  },
  {
    source: staff,
    rename: async (id, name) => {
      const [{ version = 0 } = {}] = await on.db.select().from(staff).where(eq(staff.id, id));
      const body = { id, version, name, requestId: on.platform.newId() };
      const answer = await send(
        on.app,
        staffCalls.staffSave,
        { body: { ...body, roles: ["operator"] } },
        await on.as("admin"),
      );
      return answer.body.state;
    },
  },
];

const copiesOf = (source: PgTable): { declared: CopiedNames; copy: FollowedName }[] =>
  allCopiedNames.flatMap((declared) =>
    (declared.follows ?? []).filter((copy) => copy.source === source).map((copy) => ({ declared, copy })),
  );

async function twoOf(source: PgTable): Promise<[string, string]> {
  const { id } = getTableColumns(source);
  if (!id) throw new Error("A source has an id");
  const adminId = on.staff.admin.id;
  const rows = await on.db.select({ id }).from(source).where(ne(id, adminId)).orderBy(id).limit(2);
  const [one, other] = rows.map((row) => String(row.id));
  if (!one || !other) throw new Error(`There are no two rows in ${getTableName(source)}`);
  return [one, other];
}

test.each(renaming.map((one) => ({ ...one, name: getTableName(one.source) })))(
  "a new name of one of $name reaches every column that follows it, and no other row",
  async ({ source, rename }) => {
    const [id, other] = await twoOf(source);
    const copies = copiesOf(source);
    expect(copies.length).toBeGreaterThan(0);
    for (const { declared, copy } of copies) {
      const { id: rowId } = getTableColumns(declared.table);
      if (!rowId) throw new Error("A table with followed names has an id");
      const rows = await on.db.select({ rowId }).from(declared.table).orderBy(rowId).limit(2);
      expect(rows.length).toBe(2);
      for (const [at, owner] of [id, other].entries())
        await on.db
          .update(declared.table)
          .set({ [keyOf(declared.table, copy.id)]: owner, [keyOf(declared.table, copy.name)]: "旧名" })
          .where(eq(rowId, rows[at]?.rowId));
    }
    expect(await rename(id, "Xin新名字甲")).toBe(0);
    for (const { declared, copy } of copies) {
      const where = `${getTableName(declared.table)}.${keyOf(declared.table, copy.name)}`;
      const search = declared.search?.parts.includes(copy.name) ? declared.search.text : sql`''`;
      const order = copy.order ?? sql`''`;
      const rows = await on.db
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
