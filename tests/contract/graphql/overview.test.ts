import { afterAll, beforeAll, expect, test } from "vitest";
import type { Overview } from "../../../adapters/contract/graphql/overview.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../../live/flightFactory.ts";
import { createTestReader } from "./createTestReader.ts";

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  const key = await factory.key(company.id);
  for (const droneSn of ["MISSION", "LOST", "READY"]) await factory.registerDrone(company, droneSn);
  await createFlyer(ctx, key, "LOST").fly("returning", 3);
  ctx.clock.advance(30_000);
  await createFlyer(ctx, key, "MISSION").fly("mission", 5);
  await createFlyer(ctx, key, "READY").fly("preparing", 5);
});
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
