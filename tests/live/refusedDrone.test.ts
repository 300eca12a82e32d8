import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { deviceCalls } from "../../adapters/contract/device.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadTasks = (droneSn: string) => ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn));
/** Degrees in place of 1e-7: refused. */
const degrees = { lat: 39.92, lon: 105.46 };

describe("a drone of which no sample is believed", () => {
  test("holds no place in the fleet for more than a minute", async () => {
    await factory.registerDrone(company, "REFUSED-1");
    const { send, wait } = createFlyer(ctx, key, "REFUSED-1");
    expect((await send(degrees)).data).toMatchObject({ accepted: 0, rejected: [{ reason: "degrees" }] });
    await wait(59);
    expect(ctx.live.registry.getByDrone("REFUSED-1")).toBeDefined();
    await wait(1);
    expect(ctx.live.registry.getByDrone("REFUSED-1")).toBeUndefined();
    expect(await loadTasks("REFUSED-1")).toEqual([]);
  });

  test("does not keep its plan until hours later", async () => {
    const planned = await factory.task(company, { plannedAt: ctx.clock.now() });
    const { send, wait, fly } = createFlyer(ctx, key, planned.droneSn);
    await send(degrees);
    await wait(61);
    ctx.clock.advance(8 * 3_600_000);
    await fly("mission", 1);
    expect(await loadTasks(planned.droneSn)).toMatchObject([
      { id: planned.id, status: "planned" },
      { name: "未登记任务", status: "running" },
    ]);
  });

  test("sends for the company that it was moved to, at once, and no more for the old one", async () => {
    await factory.registerDrone(company, "MOVED-1");
    const other = await factory.createCompany();
    const otherKey = await factory.key(other.id);
    await createFlyer(ctx, key, "MOVED-1").send(degrees);
    const [drone] = await ctx.db.select().from(drones).where(eq(drones.sn, "MOVED-1"));
    if (!drone) throw new Error("The drone is not registered");
    const { body } = await ctx.callAs("admin", deviceCalls.deviceSave, {
      body: { id: drone.id, version: drone.version, companyId: other.id, requestId: "move-drone-1" },
    });
    expect(body).toMatchObject({ state: 0 });
    expect((await createFlyer(ctx, key, "MOVED-1").send({ phase: "mission" })).data).toMatchObject({
      rejected: [{ reason: "unregistered" }],
    });
    expect((await createFlyer(ctx, otherKey, "MOVED-1").send({ phase: "mission" })).data).toMatchObject({
      accepted: 1,
    });
    expect(await loadTasks("MOVED-1")).toMatchObject([{ companyId: other.id }]);
  });
});
