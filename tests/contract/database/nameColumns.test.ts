import { readdirSync } from "node:fs";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { allDenormalizedNames } from "../../../server/db/schema/allDenormalizedNames.ts";

const schemaFolder = new URL("../../../server/db/schema/", import.meta.url);

async function readAllTables(): Promise<PgTable[]> {
  const modules = await Promise.all(
    readdirSync(schemaFolder).map(
      (file) => import(new URL(file, schemaFolder).href) as Promise<Record<string, unknown>>,
    ),
  );
  return [...new Set(modules.flatMap((item) => Object.values(item)).filter((item) => is(item, PgTable)))];
}

const getColumnKey = (table: PgTable, column: PgColumn) =>
  Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0] ?? "";

test("every column with a name is declared as synced, fixed or own", async () => {
  const tables = await readAllTables();
  expect(tables.length).toBeGreaterThan(30);
  const named = tables.flatMap((table) =>
    Object.entries(getTableColumns(table))
      .filter(([key, column]) => column.dataType === "string" && /(Name|edBy|boundBy)$/.test(key))
      // Id columns have similar names: `createdBy`.
      .filter(([, column]) => column.getSQLType() !== "int8")
      .map(([key]) => `${getTableName(table)}.${key}`),
  );
  const declared = allDenormalizedNames.flatMap(({ table, synced = [], fixed = [], own = [] }) =>
    [...synced.map(({ name }) => name), ...fixed, ...own].map(
      (column) => `${getTableName(table)}.${getColumnKey(table, column)}`,
    ),
  );
  expect(named.length).toBeGreaterThan(25);
  expect([...declared].sort()).toEqual([...named].sort());
});

test("every column of a dictionary has a constraint", async () => {
  const columns = (await readAllTables()).flatMap((table) => {
    const checks = getTableConfig(table).checks.map(({ name }) => name);
    const withDictionary = Object.values(getTableColumns(table)).filter(({ enumValues }) => enumValues);
    return withDictionary.map(({ name }) => [checks, `${getTableName(table)}_${name}_check`] as const);
  });
  expect(columns.length).toBeGreaterThan(50);
  for (const [checks, name] of columns) expect(checks).toContain(name);
});

/** Written by hand: names that follow their source, and whether lists search and sort by them. Others may follow too. */
test("these names are synced", () => {
  const syncedColumns = allDenormalizedNames.flatMap(({ table, synced = [], search }) =>
    synced.map(({ name, source, order }) => {
      const found = search?.parts.includes(name) ? ", found" : "";
      const sorted = order ? ", sorted" : "";
      return `${getTableName(table)}.${getColumnKey(table, name)} ← ${getTableName(source)}${found}${sorted}`;
    }),
  );
  expect(syncedColumns).toEqual(
    expect.arrayContaining([
      "alarms.companyName ← companies, found",
      "boxes.companyName ← companies",
      "companies.channelName ← channel_codes",
      "companies.managerName ← staff",
      "control_zones.companyName ← companies, found",
      "alarm_rules.companyName ← companies",
      "drones.companyName ← companies",
      "flights.companyName ← companies, found",
      "hangars.companyName ← companies",
      "invoices.companyName ← companies, found, sorted",
      "order_pays.companyName ← companies",
      "orders.channelName ← channel_codes",
      "orders.companyName ← companies, found, sorted",
      "tasks.companyName ← companies, found",
      "tasks.hangarName ← hangars",
      "users.companyName ← companies, sorted",
    ]),
  );
});
