import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { type DutyScope, formatScope } from "../../adapters/contract/dutyScope.ts";
import { createScopeTest, isInScope, type ScopedLike, toScopeKey } from "../../machines/status/dutyScope.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { createDataFactory } from "../contract/fixtures/createDataFactory.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const by = (what: DutyScope["by"], ...ids: string[]): DutyScope => ({
  by: what,
  items: ids.map((id) => ({ id, name: `名称${id}` })),
});
const of = (companyId: string | null, regionId: string | null): ScopedLike => ({ companyId, regionId });

const table: readonly (readonly [DutyScope, ScopedLike, boolean])[] = [
  [by("all"), of("1", "611002"), true],
  [by("all"), of(null, null), true],
  [by("company", "1", "2"), of("2", "110105"), true],
  [by("company", "1", "2"), of("3", "110105"), false],
  // An id is a whole one.
  [by("company", "1"), of("11", null), false],
  // The platform's own alarms concern everybody.
  [by("company", "1"), of(null, null), true],
  [by("region", "611000"), of(null, null), true],
  // A county, its city, its province.
  [by("region", "611002"), of("1", "611002"), true],
  [by("region", "611002"), of("1", "611021"), false],
  [by("region", "611000"), of("1", "611021"), true],
  [by("region", "611000"), of("1", "610102"), false],
  [by("region", "610000"), of("1", "610102"), true],
  [by("region", "610000"), of("1", "110105"), false],
  [by("region", "110000", "610000"), of("1", "110105"), true],
  // Of which only the city or the province is known: it may be in there.
  [by("region", "610100"), of("1", "610000"), true],
  [by("region", "611002"), of("1", "611000"), true],
  [by("region", "610100"), of("1", "611000"), false],
  [by("region", "610100"), of("1", "110000"), false],
  // Without a place and a company of its own nobody can tell that it is outside.
  [by("region", "610000"), of("1", null), true],
];

test.each(table)("%j watches %j: %s", async (scope, one, isWatched) => {
  expect(isInScope(scope, one)).toBe(isWatched);
  const { rows } = (await ctx.db.execute(
    sql`select duty_scope_includes(${JSON.stringify(scope)}::jsonb, ${one.companyId}::int8, ${one.regionId}) as watched`,
  )) as { rows: unknown[] };
  expect(rows).toEqual([{ watched: isWatched }]);
});

test("several desks watch together what each does, and none watches nothing", () => {
  const one = of("3", "611002");
  expect(createScopeTest([])(of(null, null))).toBe(false);
  expect(createScopeTest([by("company", "1"), by("region", "611000")])(one)).toBe(true);
  expect(createScopeTest([by("company", "1"), by("region", "110000")])(one)).toBe(false);
  expect(createScopeTest([by("company", "1"), by("all")])(one)).toBe(true);
});

test("a scope is the same in any order, and is named in the room of a line", () => {
  expect(toScopeKey(by("company", "2", "1"))).toBe(toScopeKey(by("company", "1", "2")));
  expect(toScopeKey(by("company", "1"))).not.toBe(toScopeKey(by("region", "1")));
  expect(formatScope(by("all"))).toBe("全部");
  expect(formatScope(by("company", "1"))).toBe("名称1");
  expect(formatScope(by("company", "1", "2", "3"))).toBe("名称1等 3 家");
  expect(formatScope(by("region", "1", "2"))).toBe("名称1等 2 地");
});

test("the migration gives open alarms the company's region only where they have no place of their own", async () => {
  const migration = new URL("../../server/db/migrations/0058_duty_desks.sql", import.meta.url);
  const [update = ""] = /^UPDATE "alarms"[^;]*;/m.exec(readFileSync(migration, "utf8")) ?? [];
  const { id: companyId } = await (await createDataFactory(ctx)).createCompany();
  const ids = [
    await insertAlarm(ctx, { companyId }),
    await insertAlarm(ctx, { companyId, lng: 109, lat: 34 }),
    await insertAlarm(ctx, { companyId, state: "gone" }),
  ];
  await ctx.db.execute(sql.raw(update));
  const read = async (id: string) =>
    (await ctx.db.select().from(alarms).where(eq(alarms.id, id))).map(({ regionId }) => regionId);
  expect([await read(ids[0] ?? ""), await read(ids[1] ?? ""), await read(ids[2] ?? "")]).toEqual([
    ["440305"],
    [null],
    [null],
  ]);
});
