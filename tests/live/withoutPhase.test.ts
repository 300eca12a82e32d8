import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { tasks } from "../../server/db/schema/task.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadTasks = (droneSn: string) => ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn));
async function setup(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  return { ...flyer, getFlight: () => ctx.live.registry.getByDrone(droneSn)?.flight };
}
const moreThanHalfAnHour = 31 * 60;

describe("a drone that reports neither phase nor speed", () => {
  test("has taken off by the way between its positions, and stays on the map when it is lost", async () => {
    const { fly, wait, getFlight } = await setup("SILENT-1");
    // The first position, then 5 m each second: five seconds after the first of them.
    await fly(null, 6, { vH: null, hRel: null });
    expect(getFlight()?.hasTakenOff).toBe(false);
    await fly(null, 1, { vH: null, hRel: null, ...samplePosition(30) });
    expect(getFlight()?.hasTakenOff).toBe(true);
    await wait(moreThanHalfAnHour);
    expect(await loadTasks("SILENT-1")).toMatchObject([{ status: "running" }]);
  });

  test("has landed when it rests below 2 m", async () => {
    const { fly } = await setup("SILENT-2");
    await fly(null, 10, { vH: null });
    await fly(null, 63, { vH: null, hRel: 0.5, ...samplePosition(45) });
    expect(await loadTasks("SILENT-2")).toMatchObject([{ status: "finished", endReason: "已降落" }]);
  });

  test("is not closed where it hovered at 60 m when it was lost", async () => {
    const { fly, wait } = await setup("SILENT-3");
    await fly(null, 20, { vH: null, ...samplePosition(0) });
    await wait(moreThanHalfAnHour);
    expect(await loadTasks("SILENT-3")).toMatchObject([{ status: "running" }]);
  });

  test("is closed where nothing shows that it ever was in the air", async () => {
    const { fly, wait } = await setup("SILENT-4");
    await fly(null, 20, { vH: null, hRel: null, ...samplePosition(0) });
    await wait(moreThanHalfAnHour);
    expect(await loadTasks("SILENT-4")).toMatchObject([{ status: "aborted", endReason: "失联" }]);
  });
});

test("a drone that is lost while it prepares its take-off is closed after half an hour", async () => {
  const { fly, wait } = await setup("PREPARES-1");
  await fly("preparing", 3, { vH: 0, hRel: 0 });
  await wait(moreThanHalfAnHour);
  expect(await loadTasks("PREPARES-1")).toMatchObject([{ status: "aborted" }]);
});
