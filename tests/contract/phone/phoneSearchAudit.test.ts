import { desc, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { injectCall, injectUntyped } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  createTestPlatform,
  openSession,
  type RequestHeaders,
} from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { countMatches, createPhoneLists, createPhoneRecords, samplePhones } from "./phoneRecords.ts";

const ctx = await createTestPlatform({ disposableDatabase: true });
const lists = createPhoneLists(await createPhoneRecords(ctx, await createDataFactory(ctx)));
afterAll(() => ctx.close());

const openNewSession = (role: ConsoleRole) => openSession(ctx.platform, ctx.staff[role].id);
const countRows = () => ctx.db.$count(auditLog);
const getNewest = async () => (await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const searchUsers = (headers: RequestHeaders, body: object) =>
  injectUntyped(ctx.app, userCalls.userPageList, { body: { pageNo: 1, pageSize: 20, ...body } }, headers);

describe("A search by phone writes one audit row", () => {
  test("in every list, with the user, address, list, masked phone and number of results", async () => {
    for (const { call, role, phones: some } of lists)
      for (const phone of some)
        for (const [keyword, masked] of [
          [` ${phone}`, `${phone.slice(0, 3)}****${phone.slice(-4)}`],
          [phone.slice(-4), `****${phone.slice(-4)}`],
        ] as const) {
          const before = await countRows();
          expect(await countMatches(ctx, call, keyword, await openNewSession(role))).toBe(1);
          expect(await countRows()).toBe(before + 1);
          expect(await getNewest()).toMatchObject({
            at: ctx.clock.now(),
            staffId: ctx.staff[role].id,
            staffName: ctx.staff[role].name,
            address: "127.0.0.1",
            call: `${call.method} ${call.path}`,
            summary: `按手机号查询${call.summary}`,
            entity: "personalData",
            entityId: null,
            before: null,
            after: { keyword: masked, count: 1 },
          });
        }
  });

  test("also without results, and none for a search without a phone", async () => {
    const headers = await openNewSession("finance");
    const response = await searchUsers(headers, { keyword: "13000000000" });
    expect(response.body.state).toBe(0);
    expect(await getNewest()).toMatchObject({
      reqId: response.headers["x-request-id"],
      after: { keyword: "130****0000", count: 0 },
    });
    const before = await countRows();
    for (const keyword of ["赵", "1300000000", "159", "00", "00000", ""])
      expect((await searchUsers(headers, { keyword })).body.state).toBe(0);
    expect(await countRows()).toBe(before);
  });

  test("once for all pages and sort orders, and again for other conditions or another session", async () => {
    const headers = await openNewSession("finance");
    const before = await countRows();
    const keyword = samplePhones.account;
    for (const body of [{}, { pageNo: 2 }, { pageSize: 50 }, { sort: { field: "name", order: "asc" } }])
      await searchUsers(headers, { keyword, ...body });
    expect(await countRows()).toBe(before + 1);
    await searchUsers(headers, { keyword, role: "owner" });
    expect(await countRows()).toBe(before + 2);
    await searchUsers(await openNewSession("finance"), { keyword });
    expect(await countRows()).toBe(before + 3);
  });

  test("once for all formats of a number", async () => {
    const headers = await openNewSession("finance");
    const before = await countRows();
    for (const keyword of [
      "13787992076",
      "137 8799 2076",
      " 137-8799-2076",
      "+8613787992076",
      "１３７８７９９２０７６",
    ])
      expect((await searchUsers(headers, { keyword })).body.state).toBe(0);
    expect(await countRows()).toBe(before + 1);
    for (const keyword of ["2076", "２０７６ "]) await searchUsers(headers, { keyword });
    expect(await countRows()).toBe(before + 2);
  });

  test("which for an export is the row of the export", async () => {
    const headers = await openNewSession("finance");
    const before = await countRows();
    const body = { keyword: samplePhones.emergency.slice(-4) };
    expect((await injectUntyped(ctx.app, companyCalls.companyExport, { body }, headers)).status).toBe(200);
    expect(await countRows()).toBe(before + 1);
    expect(await getNewest()).toMatchObject({
      call: "POST /company/export",
      after: { filters: { keyword: "****5926" }, rows: 1 },
    });
  });

  test("and fails if that row cannot be written", async () => {
    const headers = await openNewSession("finance");
    const keyword = samplePhones.account;
    await ctx.db.execute(sql`alter table audit_log add constraint nothing_more check (false) not valid`);
    const refused = await searchUsers(headers, { keyword });
    expect([refused.status, refused.body.data]).toEqual([500, null]);
    expect((await searchUsers(headers, { keyword: "赵飞" })).body.state).toBe(0);
    await ctx.db.execute(sql`alter table audit_log drop constraint nothing_more`);
    ctx.errors.length = 0;
    const before = await countRows();
    expect((await searchUsers(headers, { keyword })).body.state).toBe(0);
    expect(await countRows()).toBe(before + 1);
  });
});

test("The audit trail finds these searches by action, whole number and last four digits", async () => {
  const headers = await openNewSession("admin");
  const found = async (body: object) => {
    const args = { body: { pageNo: 1, pageSize: 20, action: "channelPageList", ...body } };
    const { data } = (await injectCall(ctx.app, auditCalls.auditList, args, headers)).body;
    return (data as { list: { action: string; digest: string; staffName: string }[] }).list;
  };
  for (const keyword of [samplePhones.channel, "159 8271 9460"])
    expect(await found({ keyword })).toMatchObject([
      { action: "按手机号查询渠道列表", staffName: "运营乙", digest: "关键字：159****9460；数量：1" },
    ]);
  expect((await found({ keyword: "9460" })).map(({ digest }) => digest)).toEqual([
    "关键字：****9460；数量：1",
    "关键字：159****9460；数量：1",
  ]);
  for (const keyword of ["82719460", "1598271", "8271946"]) expect(await found({ keyword })).toEqual([]);
});
