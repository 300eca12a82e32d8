import { afterAll, expect, test } from "vitest";
import { dutyCalls } from "../../../adapters/contract/duty.ts";
import type { Overview } from "../../../adapters/contract/graphql/overview.ts";
import { createFlyer, setupFlights } from "../../live/flightFactory.ts";
import { createTestReader } from "./createTestReader.ts";

const { ctx, factory, company, key } = await setupFlights();
for (const droneSn of ["MISSION", "LOST", "READY"]) await factory.registerDrone(company, droneSn);
await createFlyer(ctx, key, "LOST").fly("returning", 3);
ctx.clock.advance(30_000);
await createFlyer(ctx, key, "MISSION").fly("mission", 5);
await createFlyer(ctx, key, "READY").fly("preparing", 5);
afterAll(() => ctx.close());

const flying: Partial<Overview> = {
  flying: 2,
  lost: 1,
  phases: [
    { key: "mission", count: 1 },
    { key: "returning", count: 1 },
  ],
};

test.each([[true], [false]])("counts what flies by phase; by GraphQL: %s", async (hasGraphql) => {
  const { reader } = await createTestReader(ctx, "duty", { hasGraphql });
  expect(await reader.overview()).toMatchObject(flying);
});

test("tells who is on duty and since when; REST alone does not know", async () => {
  const readDuty = async (role: "operator" | "maintainer" | "duty", hasGraphql = true) => {
    const { reader } = await createTestReader(ctx, role, { hasGraphql });
    return (await reader.overview())?.duty;
  };
  expect(await readDuty("operator")).toEqual({ shift: null });
  const body = { requestId: "takeover-1", shiftId: null, note: "" };
  await ctx.callAs("duty", dutyCalls.dutyTakeover, { body });
  const startedAt = ctx.clock.now().toISOString();
  ctx.clock.advance(60_000);
  for (const role of ["operator", "maintainer", "duty"] as const)
    expect(await readDuty(role)).toEqual({ shift: { staffName: "值班戊", startedAt } });
  expect(await readDuty("operator", false)).toBeNull();
});
