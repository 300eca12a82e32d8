/** @module-tag full */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allDenormalizedNames } from "../../server/db/schema/allDenormalizedNames.ts";
import { companies } from "../../server/db/schema/company.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { buildConditions } from "../../server/list/buildConditions.ts";
import { queryPage } from "../../server/list/queryPage.ts";
import { flightList } from "../../server/modules/taskHistory/flightList.ts";
import { renameCopies } from "../../server/records/renameCopies.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";

/** Enough rows that the planner prefers an index to a sequential scan. */
const rows = 20_000;

let ctx: TestPlatform;
let companyId: string;
/** Flights `北1`, `北2` … of 王芳, and of few other pilots. */
beforeAll(async () => {
  ctx = await createTestPlatform();
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  companyId = company.id;
  const { id: taskId } = await factory.task(company, { name: "巡查" });
  await ctx.db.execute(sql`
    insert into ${flights} (id, task_id, company_id, company_name, drone_sn, source, started_at, ended_at, flight_no,
      task_name, pilot_name, search)
    select g, ${taskId}, ${companyId}, ${company.name}, 'SN' || g, 'device', now() - g * interval '1 minute', now(),
      'RW' || g, '北' || g, pilot, lower(concat_ws(chr(31), 'RW' || g, '北' || g, ${company.name}::text, pilot, 'SN' || g))
    from generate_series(1, ${rows}) as g,
      lateral (select case g when 7 then '刘洋' when 8 then '洋刘' when 9 then '𠮷明' when 10 then '50%_' else '王芳' end) as p(pilot)`);
  await ctx.db.execute(sql`vacuum analyze ${flights}`);
});
afterAll(() => ctx.close());

const query = (keyword: string) => ({ pageNo: 1, pageSize: 20, keyword });
async function find(keyword: string) {
  const page = await queryPage({ db: ctx.db, now: new Date() }, flightList, query(keyword), ({ id }) => id);
  return page.list;
}
async function explain(keyword: string): Promise<string> {
  const where = buildConditions(flightList, query(keyword), new Date());
  const select = ctx.db.select({ id: flights.id }).from(flights).where(where);
  return JSON.stringify(await ctx.db.execute(sql`explain ${select}`));
}

test.each([
  ["刘洋", ["7"]],
  ["洋刘", ["8"]],
  ["𠮷明", ["9"]],
  ["𠮷", ["9"]],
  ["%_", ["10"]],
  ["刘", ["7", "8"]],
  ["刘王", []],
])("finds %s by the index of characters", async (keyword, ids) => {
  expect(await find(keyword)).toEqual(ids);
  expect(await explain(keyword)).toContain("flights_characters");
});

test("finds what has capitals in any case, and a longer keyword by its trigrams", async () => {
  expect(await find("N7")).toContain("7");
  expect(await find("rw10000")).toEqual(["10000"]);
  expect(await explain("rw10000")).toContain("flights_search");
  expect(await explain("rw10000")).not.toContain("flights_characters");
});

test("follows a new name", async () => {
  await renameCopies({ db: ctx.db, denormalizedNames: allDenormalizedNames }, companies, companyId, {
    name: "蜀鹰航空",
    nameOrder: "shu ying",
  });
  expect(await find("鹰")).toHaveLength(20);
  await ctx.db.update(flights).set({ search: "巽" }).where(eq(flights.id, "77"));
  expect(await find("巽")).toEqual(["77"]);
});
