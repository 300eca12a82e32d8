import { afterAll, expect, test } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { type SmsDeclined, smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { hasDeclined } from "../../../server/sms/phoneLimits.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import { createSmsFixture, insertDecline, insertSms } from "./smsFixture.ts";

const fixture = await createSmsFixture();
afterAll(() => fixture.ctx.close());

const callAs = async (
  call: Parameters<typeof injectUntyped>[1],
  body: object,
  role: ConsoleRole = "operator",
) => (await injectUntyped(fixture.ctx.app, call, { body }, await fixture.ctx.loginAs(role))).body;
const getList = async (filters: object = {}) => {
  const page = { pageNo: 1, pageSize: 20, sort: { field: "at", order: "desc" }, ...filters };
  return ((await callAs(smsDeclineCalls.smsDeclineList, page)).data as { list: SmsDeclined[] }).list;
};
const endDecline = (id: string, reason = "机主来电要求恢复", role: ConsoleRole = "admin") =>
  callAs(smsDeclineCalls.smsDeclineEnd, { id, reason, requestId: fixture.nextRequestId() }, role);

test("Declined phones are listed masked, with time, source and staff member", async () => {
  await insertDecline(fixture.ctx.db, "13500001111");
  const { id } = await insertSms(fixture.ctx.db, { phone: "13600002222", type: "marketing" });
  await callAs(smsCalls.smsDecline, { id, requestId: fixture.nextRequestId() });
  expect(await getList()).toEqual([
    {
      id: expect.stringMatching(/^[1-9]\d*$/),
      phone: "136****2222",
      at: fixture.ctx.clock.now().toISOString(),
      source: "staff",
      staffName: "运营乙",
    },
    {
      id: expect.stringMatching(/^[1-9]\d*$/),
      phone: "135****1111",
      at: "2026-01-05T02:00:00.000Z",
      source: "reply",
      staffName: "",
    },
  ]);
  expect((await getList({ source: "reply" })).map(({ phone }) => phone)).toEqual(["135****1111"]);
  expect((await getList({ keyword: "13600002222" })).map(({ phone }) => phone)).toEqual(["136****2222"]);
});

test("Only an admin can revoke a decline, once, with an audited reason", async () => {
  const id = await insertDecline(fixture.ctx.db, "13700003333");
  expect((await endDecline(id, "机主要求", "operator")).state).toBe(-3);
  expect((await endDecline(id)).state).toBe(0);
  expect(await hasDeclined(fixture.ctx.db, "13700003333")).toBe(false);
  expect((await fixture.ctx.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
    entityId: id,
    before: { phone: "137****3333", declined: true, source: "reply" },
    after: { declined: false, reason: "机主来电要求恢复" },
  });
  expect(await endDecline(id)).toMatchObject({ state: -1, message: "退订记录不存在或已删除" });
});

test("Of two concurrent revocations one succeeds", async () => {
  const id = await insertDecline(fixture.ctx.db, "13700004444");
  const states = (await Promise.all([endDecline(id), endDecline(id)])).map(({ state }) => state);
  expect(states.sort()).toEqual([-1, 0]);
});
