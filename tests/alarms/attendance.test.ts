import { and, eq, isNull, ne } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import { createApp } from "../../server/app.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { dutyShifts } from "../../server/db/schema/duty.ts";
import {
  connectSocket,
  createMessage,
  listenSocket,
  type SocketClient,
} from "../contract/socket/socketClient.ts";
import type { ConsoleRole } from "../helpers/testPlatform.ts";
import { createFlyer, setupFlights } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";
import { createSignal } from "./setupAlarms.ts";

const { ctx: base, factory, company, key } = await setupFlights();
/** The platform with the alarm rules running. */
const service = createLiveService(base.platform, 10, { rules: {} });
let listConsoles: Parameters<typeof service.setConsoles>[0] = () => [];
const live = {
  ...service,
  setConsoles: (list: typeof listConsoles) => {
    listConsoles = list;
    service.setConsoles(list);
  },
};
const ctx = { ...base, live, app: await createApp(base.platform, { live }) };
await ctx.live.alarms.restore();
const url = await listenSocket(ctx);
await factory.registerDrone(company, "ATTENDED-1");
const flyer = createFlyer(ctx, key, "ATTENDED-1");
afterAll(async () => {
  await ctx.app.close();
  await base.close();
});

async function connectAs(role: ConsoleRole) {
  const headers = await ctx.loginAs(role);
  const client = await connectSocket(url);
  const send = (type: number, fields: object = {}) =>
    client.send({ ...createMessage(type, ctx.staff[role].id, headers), ...fields });
  send(1);
  await client.nextFrame(1);
  /** Tells up to when alarms were heard or seen; the answer to the heartbeat comes after it was handled. */
  const perceive = async (to: Date) => {
    send(31, { perceivedTo: to.toISOString() });
    send(2);
    await client.nextFrame(2);
  };
  return { client, send, perceive };
}
const countUnattended = async () => {
  await ctx.live.alarms.flush();
  return ctx.db.$count(alarms, and(eq(alarms.kind, "unattended"), ne(alarms.state, "gone")));
};
const raiseP1 = async (droneSn: string) => {
  const at = ctx.clock.now();
  ctx.live.alarms.raise(createSignal({ kind: "noFlyBreach", priority: "p1", droneSn }), at.getTime());
  await ctx.live.alarms.flush();
  return at;
};
const close = async ({ raw, closed }: SocketClient) => {
  raw.close();
  await closed;
};

test("an open console attends to a P1 only once it tells that the P1 was heard or seen there", async () => {
  const duty = await connectAs("duty");
  const maintainer = await connectAs("maintainer");
  await flyer.fly("mission", 70);
  // Nothing asks for attention.
  expect(await countUnattended()).toBe(0);

  const raisedAt = await raiseP1("ATTENDED-1");
  await duty.perceive(new Date(raisedAt.getTime() - 1));
  await maintainer.perceive(raisedAt);
  await flyer.fly("mission", 58);
  expect(await countUnattended()).toBe(0);
  await flyer.fly("mission", 4);
  expect(await countUnattended()).toBe(1);

  await duty.perceive(raisedAt);
  await flyer.fly("mission", 1);
  expect(await countUnattended()).toBe(0);
  await flyer.fly("mission", 70);
  expect(await countUnattended()).toBe(0);

  // What is told of the future does not count for what comes then.
  await duty.perceive(new Date("2099-01-01T00:00:00.000Z"));
  ctx.clock.advance(1_000);
  await raiseP1("ATTENDED-2");
  await flyer.fly("mission", 62);
  expect(await countUnattended()).toBe(1);
  for (const { client } of [duty, maintainer]) await close(client);
});

test("a P1 that waits asks for somebody although nothing flies", { tags: "full" }, async () => {
  const duty = await connectAs("duty");
  await duty.perceive(ctx.clock.now());
  await flyer.fly("standby", 70, { hRel: 0, vH: 0, ...samplePosition(0) });
  expect(ctx.live.registry.getByDrone("ATTENDED-1")?.flight ?? null).toBeNull();
  expect(await countUnattended()).toBe(0);
  await close(duty.client);
  await flyer.wait(62);
  expect(await countUnattended()).toBe(1);
});

test("a report without its time is refused", { tags: "full" }, async () => {
  const duty = await connectAs("duty");
  duty.send(31);
  expect((await duty.client.nextFrame(9)).data).toEqual({ message: "缺少告警的时间" });
  await close(duty.client);
});

test("while an officer is there for others, 无人值守 says whose flights nobody watches", {
  tags: "full",
}, async () => {
  const duty = await connectAs("duty");
  const other = await factory.createCompany();
  const take = {
    requestId: "attend-other-1",
    shiftId: null,
    scope: { by: "company" as const, ids: [other.id] },
  };
  await ctx.callAs("duty", dutyCalls.dutyTakeover, { body: take });
  await duty.perceive(ctx.clock.now());
  await ctx.db.update(alarms).set({ state: "gone" });
  await ctx.live.alarms.flush();
  await flyer.fly("mission", 62);
  const [alarm] = await ctx.db
    .select()
    .from(alarms)
    .where(and(eq(alarms.kind, "unattended"), ne(alarms.state, "gone")));
  expect(alarm?.values).toEqual({ companies: company.name, flying: 1 });
  await close(duty.client);
});

test("what a console has perceived counts for its desk as it was", { tags: "full" }, async () => {
  const [duty, admin] = [await connectAs("duty"), await connectAs("admin")];
  const now = ctx.clock.now();
  const perceiveBoth = async () => {
    for (const { perceive } of [duty, admin]) await perceive(now);
  };
  const readPerceived = () =>
    Object.fromEntries(listConsoles().map(({ roles: [role], perceivedTo }) => [role, perceivedTo]));
  const [own] = await ctx.db.select().from(dutyShifts).where(isNull(dutyShifts.endedAt));
  const desk = { id: own?.id ?? "", version: own?.version ?? 0 };
  const scope = { by: "all" as const, ids: [] };
  const none = { duty: Number.NEGATIVE_INFINITY, admin: now.getTime() };
  await perceiveBoth();
  await ctx.callAs("duty", dutyCalls.dutyScopeChange, {
    body: { requestId: "attend-scope-1", ...desk, scope },
  });
  expect(readPerceived()).toEqual(none);
  await perceiveBoth();
  expect(readPerceived()).toEqual({ duty: now.getTime(), admin: now.getTime() });
  // Both desks change: one ends, the other begins.
  await ctx.callAs("admin", dutyCalls.dutyTakeover, {
    body: { requestId: "attend-take-2", shiftId: desk.id },
  });
  expect(readPerceived()).toEqual({ ...none, admin: Number.NEGATIVE_INFINITY });
  for (const { client } of [duty, admin]) await close(client);
});
