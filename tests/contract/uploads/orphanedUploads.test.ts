import { readdirSync } from "node:fs";
import path from "node:path";
import { asc, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cleanup } from "../../../server/cleanup.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { memories } from "../../../server/db/schema/memory.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { uploadUrlColumns } from "../../../server/modules/upload/removeUnusedUploads.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const dayMs = 86_400_000;
const { ctx, factory } = await setupData();
afterAll(() => ctx.close());
beforeEach(() => ctx.db.delete(uploads));

const insertUpload = (...ids: string[]) =>
  ctx.db.insert(uploads).values(
    ids.map((id) => ({
      id,
      purpose: "picture" as const,
      contentType: "image/webp",
      bytes: Buffer.from("picture"),
      width: 1,
      height: 1,
      createdAt: ctx.clock.now(),
      createdBy: ctx.staff.operator.id,
    })),
  );
const listStored = async () =>
  (await ctx.db.select({ id: uploads.id }).from(uploads).orderBy(asc(uploads.id))).map(({ id }) => id);

test("An unreferenced upload is deleted after 24 hours, not before", async () => {
  await insertUpload("101");
  ctx.clock.advance(dayMs);
  await cleanup(ctx.platform);
  expect(await listStored()).toEqual(["101"]);
  ctx.clock.advance(1);
  await cleanup(ctx.platform);
  expect(await listStored()).toEqual([]);
});

test("An upload referenced by a record or a draft stays; an id that is only a prefix of the reference is not a match", async () => {
  await insertUpload("201", "2011", "202", "203");
  await factory.createCompany({ logoUrl: "/uploads/2011" });
  await factory.createCompany({ logoUrl: "/uploads/202", deletedAt: ctx.clock.now() });
  await ctx.db.insert(memories).values({
    staffId: ctx.staff.operator.id,
    key: "draft.order",
    value: JSON.stringify({ contractUrl: "/uploads/203", remark: "未提交" }),
    updatedAt: ctx.clock.now(),
  });
  ctx.clock.advance(400 * dayMs);
  await cleanup(ctx.platform);
  expect(await listStored()).toEqual(["202", "203", "2011"]);
  await ctx.db.update(companies).set({ logoUrl: "" });
  await ctx.db.delete(memories);
  await cleanup(ctx.platform);
  expect(await listStored()).toEqual([]);
});

test("Every column named like a URL is checked for references", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../server/db/schema");
  const urlColumns: string[] = [];
  for (const file of readdirSync(folder)) {
    const tables: Record<string, unknown> = await import(path.join(folder, file));
    for (const table of Object.values(tables)) {
      if (!is(table, PgTable)) continue;
      for (const { name } of getTableConfig(table).columns)
        if (name.endsWith("_url")) urlColumns.push(`${getTableName(table)}.${name}`);
    }
  }
  const checkedColumns = uploadUrlColumns.map((column) => `${getTableName(column.table)}.${column.name}`);
  expect(urlColumns).toContain("companies.logo_url");
  expect(checkedColumns).toEqual(expect.arrayContaining(urlColumns));
});
