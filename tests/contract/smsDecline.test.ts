import { afterAll, beforeAll, expect, test } from "vitest";
import { smsCalls } from "../../adapters/contract/sms.ts";
import { type SmsDeclined, smsDeclineCalls } from "../../adapters/contract/smsDecline.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { hasDeclined } from "../../server/modules/sms/phoneLimits.ts";
import type { ConsoleRole } from "../platform.ts";
import { sendLoose } from "../send.ts";
import { putDecline, putSms, type SmsDesk, smsDesk } from "./smsDesk.ts";

let desk: SmsDesk;
beforeAll(async () => {
  desk = await smsDesk();
});
afterAll(() => desk.on.close());

const ask = async (call: Parameters<typeof sendLoose>[1], body: object, role: ConsoleRole = "operator") =>
  (await sendLoose(desk.on.app, call, { body }, await desk.on.as(role))).body;
const listed = async (filters: object = {}) => {
  const page = { pageNo: 1, pageSize: 20, sort: { field: "at", order: "desc" }, ...filters };
  return ((await ask(smsDeclineCalls.smsDeclineList, page)).data as { list: SmsDeclined[] }).list;
};
const end = (id: string, reason = "机主来电要求恢复", role: ConsoleRole = "admin") =>
  ask(smsDeclineCalls.smsDeclineEnd, { id, reason, requestId: desk.requestId() }, role);

test("The declined phones are listed, masked, with since when, how and by whom", async () => {
  await putDecline(desk.on.db, "13500001111");
  const { id } = await putSms(desk.on.db, { phone: "13600002222", type: "marketing" });
  await ask(smsCalls.smsDecline, { id, requestId: desk.requestId() });
  expect(await listed()).toEqual([
    {
      id: expect.stringMatching(/^[1-9]\d*$/),
      phone: "136****2222",
      at: desk.on.clock.now().toISOString(),
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
  expect((await listed({ source: "reply" })).map(({ phone }) => phone)).toEqual(["135****1111"]);
  expect((await listed({ keyword: "13600002222" })).map(({ phone }) => phone)).toEqual(["136****2222"]);
});

test("One is taken back by an admin alone, once, for a reason that is written down", async () => {
  const id = await putDecline(desk.on.db, "13700003333");
  expect((await end(id, "机主要求", "operator")).state).toBe(-3);
  expect((await end(id)).state).toBe(0);
  expect(await hasDeclined(desk.on.db, "13700003333")).toBe(false);
  expect((await desk.on.db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
    entityId: id,
    before: { phone: "137****3333", declined: true, source: "reply" },
    after: { declined: false, reason: "机主来电要求恢复" },
  });
  expect(await end(id)).toMatchObject({ state: -1, message: "退订记录不存在或已删除" });
});

test("Of two who take it back at once, one does", async () => {
  const id = await putDecline(desk.on.db, "13700004444");
  const states = (await Promise.all([end(id), end(id)])).map(({ state }) => state);
  expect(states.sort()).toEqual([-1, 0]);
});
