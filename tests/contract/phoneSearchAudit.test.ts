import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCalls } from "../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { userCalls } from "../../adapters/contract/user.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { type ConsoleRole, type Headers, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send, sendLoose } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";
import { foundBy, makePhoneRecords, type PhoneList, phoneLists, phones } from "./phoneRecords.ts";

let on: TestPlatform;
let lists: readonly PhoneList[];
beforeAll(async () => {
  on = await testPlatform({ ends: true });
  lists = phoneLists(await makePhoneRecords(on, await dataFactory(on)));
});
afterAll(() => on.close());

const anew = (role: ConsoleRole) => openSession(on.platform, on.staff[role].id);
const rows = () => on.db.$count(auditLog);
const newest = async () => (await on.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const users = (headers: Headers, body: object) =>
  sendLoose(on.app, userCalls.userPageList, { body: { pageNo: 1, pageSize: 20, ...body } }, headers);

describe("A search that names a phone leaves one row in the audit trail", () => {
  test("in every list: who, from where, which list, the phone masked, how many it found", async () => {
    for (const { call, role, phones: some } of lists)
      for (const phone of some)
        for (const [keyword, masked] of [
          [` ${phone}`, `${phone.slice(0, 3)}****${phone.slice(-4)}`],
          [phone.slice(-4), `****${phone.slice(-4)}`],
        ] as const) {
          const before = await rows();
          expect(await foundBy(on, call, keyword, await anew(role))).toBe(1);
          expect(await rows()).toBe(before + 1);
          expect(await newest()).toMatchObject({
            at: on.clock.now(),
            staffId: on.staff[role].id,
            staffName: on.staff[role].name,
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

  test("also where it finds nothing, and none where it names no phone", async () => {
    const headers = await anew("finance");
    const answer = await users(headers, { keyword: "13000000000" });
    expect(answer.body.state).toBe(0);
    expect(await newest()).toMatchObject({
      reqId: answer.headers["x-request-id"],
      after: { keyword: "130****0000", count: 0 },
    });
    const before = await rows();
    for (const keyword of ["赵", "1300000000", "159", "00", "00000", ""])
      expect((await users(headers, { keyword })).body.state).toBe(0);
    expect(await rows()).toBe(before);
  });

  test("once for its pages and orders, and once more for other conditions and another session", async () => {
    const headers = await anew("finance");
    const before = await rows();
    const keyword = phones.account;
    for (const body of [{}, { pageNo: 2 }, { pageSize: 50 }, { sort: { field: "name", order: "asc" } }])
      await users(headers, { keyword, ...body });
    expect(await rows()).toBe(before + 1);
    await users(headers, { keyword, role: "owner" });
    expect(await rows()).toBe(before + 2);
    await users(await anew("finance"), { keyword });
    expect(await rows()).toBe(before + 3);
  });

  test("once however the number is written", async () => {
    const headers = await anew("finance");
    const before = await rows();
    for (const keyword of [
      "13787992076",
      "137 8799 2076",
      " 137-8799-2076",
      "+8613787992076",
      "１３７８７９９２０７６",
    ])
      expect((await users(headers, { keyword })).body.state).toBe(0);
    expect(await rows()).toBe(before + 1);
    for (const keyword of ["2076", "２０７６ "]) await users(headers, { keyword });
    expect(await rows()).toBe(before + 2);
  });

  test("which an export writes among its conditions", async () => {
    const headers = await anew("finance");
    const before = await rows();
    const body = { keyword: phones.emergency.slice(-4) };
    expect((await sendLoose(on.app, companyCalls.companyExport, { body }, headers)).status).toBe(200);
    expect(await rows()).toBe(before + 1);
    expect(await newest()).toMatchObject({
      call: "POST /company/export",
      after: { filters: { keyword: "****5926" }, rows: 1 },
    });
  });

  test("and is not answered where that row cannot be written", async () => {
    const headers = await anew("finance");
    const keyword = phones.account;
    await on.db.execute(sql`alter table audit_log add constraint nothing_more check (false) not valid`);
    const refused = await users(headers, { keyword });
    expect([refused.status, refused.body.data]).toEqual([500, null]);
    expect((await users(headers, { keyword: "赵飞" })).body.state).toBe(0);
    await on.db.execute(sql`alter table audit_log drop constraint nothing_more`);
    on.faults.length = 0;
    const before = await rows();
    expect((await users(headers, { keyword })).body.state).toBe(0);
    expect(await rows()).toBe(before + 1);
  });
});

test("The trail finds those searches by their act, by the whole number and by its last four digits", async () => {
  const headers = await anew("admin");
  const found = async (body: object) => {
    const asked = { body: { pageNo: 1, pageSize: 20, action: "channelPageList", ...body } };
    const { data } = (await send(on.app, auditCalls.auditList, asked, headers)).body;
    return (data as { list: { action: string; digest: string; staffName: string }[] }).list;
  };
  for (const keyword of [phones.channel, "159 8271 9460"])
    expect(await found({ keyword })).toMatchObject([
      { action: "按手机号查询渠道列表", staffName: "运营乙", digest: "关键字：159****9460；数量：1" },
    ]);
  expect((await found({ keyword: "9460" })).map(({ digest }) => digest)).toEqual([
    "关键字：****9460；数量：1",
    "关键字：159****9460；数量：1",
  ]);
  for (const keyword of ["82719460", "1598271", "8271946"]) expect(await found({ keyword })).toEqual([]);
});
