import { readdirSync } from "node:fs";
import path from "node:path";
import { asc, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { companies } from "../../server/db/schema/company.ts";
import { memories } from "../../server/db/schema/memory.ts";
import { uploads } from "../../server/db/schema/upload.ts";
import { tidy } from "../../server/housekeeping.ts";
import { uploadHolders } from "../../server/modules/upload/unusedUploads.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { type DataFactory, dataFactory } from "./dataFactory.ts";

const dayMs = 86_400_000;
let on: TestPlatform;
let make: DataFactory;
beforeAll(async () => {
  on = await testPlatform();
  make = await dataFactory(on);
});
afterAll(() => on.close());
beforeEach(() => on.db.delete(uploads));

const keep = (...ids: string[]) =>
  on.db.insert(uploads).values(
    ids.map((id) => ({
      id,
      purpose: "picture" as const,
      contentType: "image/webp",
      bytes: Buffer.from("picture"),
      width: 1,
      height: 1,
      createdAt: on.clock.now(),
      createdBy: on.staff.operator.id,
    })),
  );
const kept = async () =>
  (await on.db.select({ id: uploads.id }).from(uploads).orderBy(asc(uploads.id))).map(({ id }) => id);

test("An upload that nothing refers to is removed after 24 hours, and not before", async () => {
  await keep("101");
  on.clock.advance(dayMs);
  await tidy(on.platform);
  expect(await kept()).toEqual(["101"]);
  on.clock.advance(1);
  await tidy(on.platform);
  expect(await kept()).toEqual([]);
});

test("One that a record or an unfinished form names stays, however old; one whose number begins alike does not", async () => {
  await keep("201", "2011", "202", "203");
  await make.company({ logoUrl: "/uploads/2011" });
  await make.company({ logoUrl: "/uploads/202", deletedAt: on.clock.now() });
  await on.db.insert(memories).values({
    staffId: on.staff.operator.id,
    key: "draft.order",
    value: JSON.stringify({ contractUrl: "/uploads/203", remark: "未提交" }),
    updatedAt: on.clock.now(),
  });
  on.clock.advance(400 * dayMs);
  await tidy(on.platform);
  expect(await kept()).toEqual(["202", "203", "2011"]);
  await on.db.update(companies).set({ logoUrl: "" });
  await on.db.delete(memories);
  await tidy(on.platform);
  expect(await kept()).toEqual([]);
});

test("Every column that is named for an address is among those that are asked", async () => {
  const folder = path.resolve(import.meta.dirname, "../../server/db/schema");
  const named: string[] = [];
  for (const file of readdirSync(folder)) {
    const tables: Record<string, unknown> = await import(path.join(folder, file));
    for (const table of Object.values(tables)) {
      if (!is(table, PgTable)) continue;
      for (const { name } of getTableConfig(table).columns)
        if (name.endsWith("_url")) named.push(`${getTableName(table)}.${name}`);
    }
  }
  const asked = uploadHolders.map((column) => `${getTableName(column.table)}.${column.name}`);
  expect(named).toContain("companies.logo_url");
  expect(asked).toEqual(expect.arrayContaining(named));
});
