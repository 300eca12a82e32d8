import { afterAll, expect, test } from "vitest";
import { createFlyingNow } from "../../server/duty/flyingNow.ts";
import { createFlyer, setupFlights } from "../live/flightFactory.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

test("the counties below flights are looked up bit by bit; a flight without one concerns every desk", async () => {
  for (const droneSn of ["FLYING-1", "FLYING-2", "FLYING-3"]) {
    await factory.registerDrone(company, droneSn);
    await createFlyer(ctx, key, droneSn).fly("mission", 2);
  }
  const flying = createFlyingNow(ctx.live.registry, 1);
  const countUnknown = () => flying.list(true).filter(({ regionId }) => regionId === null).length;
  expect([countUnknown(), countUnknown(), countUnknown()]).toEqual([2, 1, 0]);
  // What a shift's record keeps is exact from the beginning.
  const beijing = { by: "region" as const, items: [{ id: "110000", name: "北京市" }] };
  expect(createFlyingNow(ctx.live.registry, 1).count(beijing)).toBe(0);
});
