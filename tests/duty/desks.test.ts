import { asc, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type * as z from "zod/mini";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import type { dutyScopeChoice } from "../../adapters/contract/dutyScope.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { dutyLog, dutyShifts } from "../../server/db/schema/duty.ts";
import { findShiftOf, getShiftLeader, readTaskPlace } from "../../server/duty/dutyLog.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { createSignal } from "../alarms/setupAlarms.ts";
import { setupData } from "../contract/fixtures/setupFixtures.ts";
import type { ConsoleRole } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";

const { ctx, factory } = await setupData();
const [first, second, third] = [
  await factory.createCompany(),
  await factory.createCompany(),
  await factory.createCompany(),
];
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.update(dutyShifts).set({ endedAt: ctx.clock.now() }).where(isNull(dutyShifts.endedAt));
  ctx.clock.advance(1_000);
});

let count = 0;
type Scope = z.input<typeof dutyScopeChoice>;
type Shift = EndpointData<typeof dutyCalls.dutyTakeover>;
const call = async (role: ConsoleRole, fields: object) => {
  const body = { requestId: `desks-no-${++count}`, shiftId: null, ...fields };
  const answer = (await ctx.callAs(role, dutyCalls.dutyTakeover, { body })).body;
  return { ...answer, data: answer.data as Shift };
};
const of = (...companies: readonly { readonly id: string }[]) => ({
  by: "company" as const,
  ids: companies.map(({ id }) => id),
});
const openTwo = async () => ({
  duty: (await call("duty", { scope: of(first) })).data,
  admin: (await call("admin", { beside: true, scope: of(second) })).data,
});

test("a second desk begins beside the first; each is taken over and left by itself", async () => {
  const one = await call("duty", { scope: of(first) });
  expect(one.data.scope).toEqual({ by: "company", items: [{ id: first.id, name: first.name }] });
  // Who believes that nobody is on duty is told; a desk beside is asked for.
  expect(await call("admin", {})).toMatchObject({ state: -1, message: "值班戊 刚刚接班，请刷新后再操作" });
  // Who would take over a desk that is no more is told that, not who has another one.
  expect(await call("admin", { shiftId: "1" })).toMatchObject({
    state: -1,
    message: "原班次刚刚结束，请刷新后再操作",
  });
  const two = await call("admin", { beside: true });
  expect(two.data.scope).toEqual({ by: "all", items: [] });
  expect(await call("admin", { beside: true })).toMatchObject({
    state: -1,
    message: "您已在值班，无需再次接班",
  });
  const { data } = (await ctx.callAs("admin", dutyCalls.dutyCurrent, {})).body;
  const { shifts } = data as EndpointData<typeof dutyCalls.dutyCurrent>;
  expect(shifts.map(({ staffName }) => staffName)).toEqual(["管理员甲", "值班戊"]);
  const leave = { requestId: `desks-no-${++count}`, id: two.data.id, version: 1 };
  await ctx.callAs("admin", dutyCalls.dutyLeave, { body: leave });
  // The desk keeps what it watches where its successor says nothing else.
  const next = await call("admin", { shiftId: one.data.id });
  expect(next.data.scope).toEqual(one.data.scope);
  expect(await ctx.db.$count(dutyShifts, isNull(dutyShifts.endedAt))).toBe(1);
});

test.each([
  ["company", [], "请选择要值守的企业"],
  ["company", ["999"], "选择的企业不存在，请重新选择"],
  ["region", ["100000"], "选择的地区不存在，请重新选择"],
])("a desk cannot watch %s %j", async (by, ids, message) => {
  expect(await call("duty", { scope: { by, ids } })).toMatchObject({ state: -1, message });
});

test("what a desk watches is changed by its officer alone, and the log and the audit trail say it", async () => {
  const { duty } = await openTwo();
  const change = async (role: ConsoleRole, scope: Scope) => {
    const body = { requestId: `desks-no-${++count}`, id: duty.id, version: 1, scope };
    return (await ctx.callAs(role, dutyCalls.dutyScopeChange, { body })).body;
  };
  expect(await change("admin", { by: "all", ids: [] })).toMatchObject({
    state: -1,
    message: "只能调整自己的值守范围，这是 值班戊 的席位",
  });
  expect(await change("duty", of(first, third))).toMatchObject({ state: 0, data: { version: 2 } });
  const entries = await ctx.db.select().from(dutyLog).where(eq(dutyLog.kind, "scopeChanged"));
  expect(entries).toMatchObject([
    {
      shiftId: duty.id,
      staffName: "值班戊",
      text: `值班戊的值守范围由${first.name}改为${first.name}等 2 家`,
    },
  ]);
  const audited = await ctx.db.select().from(auditLog).where(eq(auditLog.summary, "调整值守范围"));
  expect(audited).toMatchObject([
    { entityId: duty.id, before: { scope: first.name }, after: { scope: `${first.name}等 2 家` } },
  ]);
});

test("only who is on duty for an alarm acknowledges it, and it is in the log of the desk that watches it", async () => {
  const { duty, admin } = await openTwo();
  const raise = (company: { readonly id: string }) =>
    insertAlarm(ctx, { companyId: company.id, priority: "p1" });
  const [ofFirst, ofSecond, ofThird] = [await raise(first), await raise(second), await raise(third)];
  const acknowledge = async (role: ConsoleRole, id: string) => {
    const body = { requestId: `desks-no-${++count}`, ids: [id] };
    return (await ctx.callAs(role, alarmCalls.alarmAck, { body })).body;
  };
  expect(await acknowledge("duty", ofSecond)).toMatchObject({
    state: -1,
    message: "请值班人员确认，当前值班 管理员甲",
  });
  expect(await acknowledge("duty", ofThird)).toMatchObject({
    state: -1,
    message: "这条告警不在任何席位的值守范围内，请先调整值守范围再确认",
  });
  expect(await acknowledge("duty", ofFirst)).toMatchObject({ state: 0 });
  expect(await acknowledge("admin", ofSecond)).toMatchObject({ state: 0 });
  const log = await ctx.db
    .select()
    .from(dutyLog)
    .where(eq(dutyLog.kind, "alarmAcknowledged"))
    .orderBy(asc(dutyLog.at), asc(dutyLog.id));
  expect(log.map(({ alarmId, shiftId }) => [alarmId, shiftId])).toEqual([
    [ofFirst, duty.id],
    [ofSecond, admin.id],
  ]);
});

test("what the platform says of an alarm is for its desk: the log, and the leader who gets an SMS", async () => {
  const { admin } = await openTwo();
  const line = { id: "k", name: "访问密钥 AK1", companyId: second.id };
  const signal = createSignal({ kind: "accessLost", priority: "p1", droneSn: "", line });
  ctx.live.alarms.raise(signal, ctx.clock.now().getTime());
  await ctx.live.alarms.flush();
  const [entry] = await ctx.db.select().from(dutyLog).where(eq(dutyLog.kind, "alarmRaised"));
  expect(entry).toMatchObject({ shiftId: admin.id });
  const leader = async (companyId: string | null) =>
    (await getShiftLeader(ctx.db, { companyId, regionId: null }))?.name;
  expect(await leader(first.id)).toBe("值班戊");
  expect(await leader(second.id)).toBe("管理员甲");
  // Somebody is told although nobody watches it.
  expect(await leader(third.id)).toBe("值班戊");
  // So is what somebody without a desk enters; only there it is of no desk where none watches it.
  const desk = async (staffId: string, companyId: string) =>
    (await findShiftOf(ctx.db, staffId, { companyId, regionId: null }))?.staffName;
  const { maintainer, duty } = ctx.staff;
  expect(await desk(maintainer.id, second.id)).toBe("管理员甲");
  expect(await desk(maintainer.id, third.id)).toBeUndefined();
  expect(await desk(duty.id, second.id)).toBe("值班戊");
  const task = await (await createFlightFactory(ctx)).task(second);
  expect(await readTaskPlace(ctx.db, task.id)).toEqual({ companyId: second.id, regionId: "440305" });
});

test("of desks that overlap the narrowest has an alarm on its sheet, and nobody else", async () => {
  const { data: narrow } = await call("duty", { scope: of(first) });
  const { data: wide } = await call("admin", { beside: true, scope: { by: "all", ids: [] } });
  for (const company of [first, third]) {
    const line = { id: company.id, name: "访问密钥", companyId: company.id };
    const signal = createSignal({ kind: "accessLost", priority: "p1", droneSn: "", line });
    ctx.live.alarms.raise(signal, ctx.clock.now().getTime());
  }
  await ctx.live.alarms.flush();
  const listCompanies = async (id: string) => {
    const { data } = (await ctx.callAs("duty", dutyCalls.dutyShiftOne, { params: { id } })).body;
    const { log } = data as EndpointData<typeof dutyCalls.dutyShiftOne>;
    const raised = log.filter(({ kind }) => kind === "alarmRaised").map(({ alarmId }) => alarmId ?? "");
    const found = await ctx.db.select().from(alarms).where(inArray(alarms.id, raised));
    return found.map(({ companyId }) => companyId);
  };
  expect([await listCompanies(narrow.id), await listCompanies(wide.id)]).toEqual([[first.id], [third.id]]);
});
