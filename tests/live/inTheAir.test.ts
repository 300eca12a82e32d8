import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { linkStates } from "../../adapters/contract/flight.ts";
import { taskEvents } from "../../server/db/schema/taskEvent.ts";
import { selectOpenTasks } from "../../server/modules/task/selectOpenTasks.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

/** Figures of one company's tasks are those of all: each test closes its own. */
const count = () =>
  selectOpenTasks(ctx.live.registry, {
    foundIds: null,
    sort: { field: "startedAt", order: "desc" },
    offset: 0,
    limit: 1,
  }).counts;
const close = (droneSn: string) => {
  const open = ctx.live.registry.getByDrone(droneSn);
  if (open) ctx.live.registry.closeStored(open.task.id, "", ctx.clock.now().getTime());
};

test("a drone between two flights is neither in the air nor lost", async () => {
  const planned = await factory.task(company, { plannedAt: ctx.clock.now() });
  const { fly, wait } = createFlyer(ctx, key, planned.droneSn);
  await fly("preparing", 1, { pct: 40 });
  expect(count().flying).toBe(0);
  await fly("mission", 5, { pct: 40 });
  expect(count().flying).toBe(1);
  await fly("landed", 62, { vH: 0, pct: 40, ...samplePosition(20) });
  expect(count()).toMatchObject({ flying: 0, lost: 0 });
  await wait(120);
  const open = ctx.live.registry.getByDrone(planned.droneSn);
  if (!open) throw new Error("The task is not open");
  expect(linkStates[ctx.live.registry.fleet.columns.link[open.slot] ?? -1]).toBe("fresh");
  const events = await ctx.db.select().from(taskEvents).where(eq(taskEvents.taskId, planned.id));
  expect(events.filter(({ kind }) => kind === "link")).toEqual([]);
  close(planned.droneSn);
});

test("a drone whose source reports no phase is in the air by height, or where nothing is known of it", async () => {
  for (const droneSn of ["HIGH", "BARE", "DOWN"]) await factory.registerDrone(company, droneSn);
  await createFlyer(ctx, key, "HIGH").fly(null, 1);
  expect(count().flying).toBe(1);
  await createFlyer(ctx, key, "BARE").send({});
  expect(count().flying).toBe(2);
  const down = createFlyer(ctx, key, "DOWN");
  await down.fly(null, 8);
  expect(count().flying).toBe(3);
  await down.fly(null, 2, { hRel: 0, vH: 0, ...samplePosition(35) });
  expect(count().flying).toBe(2);
});
