import { afterEach, beforeEach, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { createDataFactory } from "../contract/fixtures/createDataFactory.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let server: AlarmFixture;
let companies: readonly { readonly id: string; readonly name: string }[];
let companyIds: readonly string[];
beforeEach(async () => {
  ctx = await createTestPlatform();
  server = await startAlarms(ctx);
  const factory = await createDataFactory(ctx);
  companies = [await factory.createCompany(), await factory.createCompany()];
  companyIds = companies.map(({ id }) => id);
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
});

async function takeDesk(role: ConsoleRole, ...ids: (string | undefined)[]): Promise<string> {
  const scope = { by: "company" as const, ids: ids.map(String) };
  const body = { requestId: `desk-of-${role}`, shiftId: null, beside: true, scope };
  const answer = (await ctx.callAs(role, dutyCalls.dutyTakeover, { body })).body;
  expect(answer).toMatchObject({ state: 0 });
  await server.live.alarms.flush();
  return (answer.data as EndpointData<typeof dutyCalls.dutyTakeover>).id;
}
/** Alarms of hangars, which are their companies'. */
async function raiseOf(index: number, count: number) {
  for (let n = 0; n < count; n++) {
    const [company] = companies.slice(index);
    if (!company) throw new Error("there are two companies");
    const hangar = await insertHangar(ctx.db, company);
    server.raise({ kind: "weather", priority: "p3", droneSn: "", hangarId: hangar.id });
  }
  await server.live.alarms.flush();
}
const lastMessage = () => server.messages.at(-1);
/** How many alarms somebody has by themselves, and as counts: of the platform, and of the own desk. */
const readOpen = async (role: ConsoleRole) => {
  const { data } = (await ctx.callAs(role, alarmCalls.alarmOpen, {})).body;
  const { alarms, flood, desk } = data as EndpointData<typeof alarmCalls.alarmOpen>;
  return [alarms.length, flood.folded[0]?.count ?? 0, desk && (desk.flood.folded[0]?.count ?? 0)];
};

test("a flood of one company folds at the desk that watches it, and nowhere the alarms of another", async () => {
  const [a, b] = companyIds;
  const shiftA = await takeDesk("duty", a);
  await takeDesk("admin", b);
  await raiseOf(0, 11);
  expect(lastMessage()).toMatchObject({
    flood: { isActive: true },
    desks: [{ shiftId: shiftA, flood: { folded: [{ kind: "weather", priority: "p3", count: 11 }] } }],
  });
  expect(lastMessage()?.alarms).toEqual([]);
  const from = server.messages.length;
  await raiseOf(1, 2);
  const sent = server.messages.slice(from).flatMap(({ alarms }) => alarms);
  expect(sent.map(({ companyId }) => companyId)).toEqual([b, b]);
  // Desk A has nothing by itself, desk B its two, and who is not on duty the counts of all.
  expect(await readOpen("duty")).toEqual([0, 13, 11]);
  expect(await readOpen("admin")).toEqual([2, 13, 0]);
  expect(await readOpen("operator")).toEqual([0, 13, null]);
});

test("a flood goes on at a desk that is taken over, and its end shows what it had folded", async () => {
  const [a] = companyIds;
  const shiftId = await takeDesk("duty", a);
  await raiseOf(0, 11);
  const body = { requestId: "taken-over-1", shiftId };
  const { data } = (await ctx.callAs("admin", dutyCalls.dutyTakeover, { body })).body;
  await server.wait(1);
  const next = data as EndpointData<typeof dutyCalls.dutyTakeover>;
  expect(lastMessage()?.desks).toMatchObject([{ shiftId: next.id, flood: { folded: [{ count: 11 }] } }]);
  await server.wait(600);
  expect(lastMessage()).toMatchObject({ flood: { isActive: false }, desks: [] });
  expect(lastMessage()?.alarms).toHaveLength(11);
});
