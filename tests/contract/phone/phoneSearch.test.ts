/** @module-tag full */

import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { isListEndpoint } from "../../../adapters/contract/page.ts";
import { parsePhoneKeyword } from "../../../adapters/contract/parsePhoneKeyword.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import {
  countMatches,
  createPhoneLists,
  createPhoneRecords,
  type PhoneList,
  samplePhones,
} from "./phoneRecords.ts";

let ctx: TestPlatform;
let lists: readonly PhoneList[];
beforeAll(async () => {
  ctx = await createTestPlatform();
  lists = createPhoneLists(await createPhoneRecords(ctx, await createDataFactory(ctx)));
  // These sessions appear in the list of sessions.
  for (const role of ["admin", "operator", "finance", "duty"] as const) await ctx.loginAs(role);
});
afterAll(() => ctx.close());

const getTotal = async (list: PhoneList, keyword: string) =>
  countMatches(ctx, list.call, keyword, await ctx.loginAs(list.role));
const exportRows = async (keyword: string) => {
  const rows = async () => {
    const response = await injectUntyped(
      ctx.app,
      companyCalls.companyExport,
      { body: { keyword } },
      await ctx.loginAs("finance"),
    );
    expect(response.status).toBe(200);
    return response.headers["x-export-rows"];
  };
  // Three exports may run at once, and those before end a moment after their answer.
  return Number(await vi.waitUntil(rows, { timeout: 10_000 }));
};
const countInTexts = ({ searchTexts }: PhoneList, part: string) =>
  searchTexts.filter((text) => text.includes(part.toLowerCase())).length;
const forEachPhone = (work: (list: PhoneList, phone: string) => Promise<void>) => async () => {
  for (const list of lists) for (const phone of list.phones) await work(list, phone);
};

test("A keyword is a phone only with 11 digits or exactly four", () => {
  const fullKeyword = { fullNumber: "13800000013", lastFour: "0013" };
  for (const keyword of [
    "13800000013",
    " 138 0000 0013",
    "138-0000-0013",
    "+86 13800000013",
    "008613800000013",
  ])
    expect([keyword, parsePhoneKeyword(keyword)]).toEqual([keyword, fullKeyword]);
  expect(parsePhoneKeyword("１３８００００００１３")).toEqual(fullKeyword);
  expect(parsePhoneKeyword("0013")).toEqual({ fullNumber: null, lastFour: "0013" });
  for (const keyword of [
    "",
    "013",
    "00013",
    "00 13",
    "3800000013",
    "138000000130",
    "12800000013",
    "****0013",
  ])
    expect([keyword, parsePhoneKeyword(keyword)]).toEqual([keyword, null]);
});

describe("A phone is found", () => {
  test(
    "by the whole number, in any usual format",
    forEachPhone(async (list, phone) => {
      const [a, b, c] = [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)];
      for (const keyword of [
        phone,
        `${a} ${b} ${c}`,
        `${a}-${b}-${c}`,
        `+86 ${phone}`,
        `+86${phone}`,
        `86${phone}`,
      ])
        expect([list.call.path, keyword, await getTotal(list, keyword)]).toEqual([
          list.call.path,
          keyword,
          1,
        ]);
    }),
  );

  test(
    "by its last four digits",
    forEachPhone(async (list, phone) => {
      expect([list.call.path, phone, await getTotal(list, phone.slice(-4))]).toEqual([
        list.call.path,
        phone,
        1,
      ]);
    }),
  );

  test("in the company export, by contact, emergency and login phone", async () => {
    for (const phone of [samplePhones.contact, samplePhones.emergency, samplePhones.account]) {
      expect(await exportRows(phone)).toBe(1);
      expect(await exportRows(phone.slice(-4))).toBe(1);
      for (const part of [phone.slice(0, 7), phone.slice(3, 7), phone.slice(1), phone.slice(0, 10)])
        expect(await exportRows(part)).toBe(0);
    }
  });

  test("by no other part of it in any list", async () => {
    const lastFours: readonly string[] = Object.values(samplePhones).map((phone) => phone.slice(-4));
    const someList = fc.integer({ min: 0, max: lists.length - 1 });
    await fc.assert(
      fc.asyncProperty(
        someList,
        fc.nat(7),
        fc.nat(10),
        fc.integer({ min: 1, max: 10 }),
        async (nth, which, from, length) => {
          const list = lists[nth];
          const phone = list?.phones[which % list.phones.length];
          const part = phone?.slice(from, from + length) ?? "";
          fc.pre(list !== undefined && part !== "" && !lastFours.includes(part));
          expect([list.call.path, part, await getTotal(list, part)]).toEqual([
            list.call.path,
            part,
            countInTexts(list, part),
          ]);
        },
      ),
      { seed: 15, numRuns: 250 },
    );
  });

  test("not by a pattern, and in no other list", async () => {
    for (const list of lists)
      for (const keyword of ["1593728_615", "%4615", "159****4615", "15937284615 15937284615"])
        expect([list.call.path, await getTotal(list, keyword)]).toEqual([list.call.path, 0]);
    const withPhones = new Set(lists.map(({ call }) => call.path));
    const otherLists = new Set(["/x/audit/list", "/x/export/list"]);
    const others = Object.values<Endpoint>(contract).filter(
      (call) => isListEndpoint(call) && !withPhones.has(call.path) && !otherLists.has(call.path),
    );
    // A list with phones needs records in `phoneRecords.ts`.
    expect(others.filter(({ hasPhoneSearch }) => hasPhoneSearch)).toEqual([]);
    expect(others.length).toBeGreaterThan(15);
    for (const call of others)
      for (const phone of Object.values(samplePhones))
        for (const keyword of [phone, phone.slice(-4)]) {
          const args =
            call.method === "GET" ? { query: { keyword } } : { body: { pageNo: 1, pageSize: 20, keyword } };
          const { body } = await injectUntyped(ctx.app, call, args, await ctx.loginAs("admin"));
          const data = body.data as { list?: unknown[] } | unknown[];
          expect([call.path, Array.isArray(data) ? data : data.list]).toEqual([call.path, []]);
        }
  });

  test("not instead of other text, even with four digits", async () => {
    const found: Record<string, number> = {};
    for (const [path, keyword] of [
      ["/company/pageList", "鹰测"],
      ["/company/pageList", "1440"],
      ["/company/pageList", "ma5d"],
      ["/management/pageListCompany", "云鹰"],
      ["/user/pageList", "赵飞"],
      ["/channelCode/pageList", "Eastern"],
      ["/sms/list/page", "下雨"],
      ["/x/staff/list", "孙新"],
      ["/x/session/list", "孙新"],
      ["/task/start/list", "drone-SN"],
    ] as const) {
      const list = lists.find(({ call }) => call.path === path);
      found[`${path} ${keyword}`] = list ? await getTotal(list, keyword) : -1;
    }
    expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set([1]));
  });
});

/** Checks every `search` column against the phone columns of its table. */
test("No search text contains a phone of its record, neither from calls nor in the demo data", async () => {
  const demo = await createTestPlatform({ seedDemoData: true });
  for (const { db } of [ctx, demo]) {
    const columns = await db
      .select({ table: sql<string>`s.table_name`, phone: sql<string>`p.column_name` })
      .from(
        sql`information_schema.columns s join information_schema.columns p using (table_schema, table_name)`,
      )
      .where(sql`s.table_schema = 'public' and s.column_name = 'search' and p.column_name like '%phone%'`);
    expect(columns.length).toBeGreaterThanOrEqual(8);
    for (const { table, phone } of columns) {
      const holds = sql.raw(`${phone} <> '' and position(${phone} in search) > 0`);
      const rows = await db.$count(sql.raw(table), holds);
      expect([table, phone, rows]).toEqual([table, phone, 0]);
    }
  }
  await demo.close();
});
