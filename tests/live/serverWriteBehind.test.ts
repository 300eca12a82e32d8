import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tasks } from "../../server/db/schema/task.ts";
import { taskEvents, taskTracks } from "../../server/db/schema/taskTrack.ts";
import { writeBehind } from "../../server/telemetry/flights/writeBehind.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { flightFactory } from "./flightFactory.ts";

let on: TestPlatform;
let make: Awaited<ReturnType<typeof flightFactory>>;
const faults: string[] = [];
beforeAll(async () => {
  on = await testPlatform();
  make = await flightFactory(on);
});
beforeEach(() => void faults.splice(0));
afterAll(() => on.close());

const note = (_fault: unknown, call: string) => void faults.push(call);
const piece = (taskId: string, samples = 1) => ({
  taskId,
  t0: on.clock.now(),
  samples,
  bytes: Buffer.from([1, 2, 3]),
});
const event = (taskId: string) => ({
  id: on.platform.newId(),
  taskId,
  at: on.clock.now(),
  kind: "phase" as const,
});
const tracksOf = (taskId: string) => on.db.$count(taskTracks, eq(taskTracks.taskId, taskId));

test("a row that the database refuses is told and left out, and holds up none of the others", async () => {
  const company = await make.company();
  const flights = [];
  for (let n = 0; n < 9; n += 1) flights.push(await make.task(company));
  const writes = writeBehind(on.db, note);
  for (const [n, { id }] of flights.entries()) {
    // The fifth belongs to no task there is.
    writes.track(piece(n === 4 ? "1" : id));
    writes.taskChange({ id, set: { status: "running" } });
    writes.event(event(id));
  }
  await writes.flush();
  expect(faults).toEqual(["live flight, left out"]);
  const written = await Promise.all(flights.map(({ id }) => tracksOf(id)));
  expect(written).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1]);
  for (const { id } of flights) {
    const [task] = await on.db.select().from(tasks).where(eq(tasks.id, id));
    expect(task?.status).toBe("running");
    expect(await on.db.$count(taskEvents, eq(taskEvents.taskId, id))).toBe(1);
  }
  await writes.flush();
  expect(faults).toHaveLength(1);
});

test("what a database that is gone did not take waits for it, in its order", async () => {
  const { id } = await make.task(await make.company());
  let gone = true;
  const db = new Proxy(on.db, {
    get: (target, name) =>
      gone && name === "transaction"
        ? () => Promise.reject(Object.assign(new Error("Connection terminated"), { code: "57P01" }))
        : Reflect.get(target, name),
  });
  const writes = writeBehind(db, note);
  writes.track(piece(id, 1));
  await writes.flush();
  writes.track(piece(id, 2));
  await writes.flush();
  expect([await tracksOf(id), faults]).toEqual([0, ["live flight", "live flight"]]);
  gone = false;
  await writes.flush();
  const [kept] = await on.db.select().from(taskTracks).where(eq(taskTracks.taskId, id));
  expect(kept?.samples).toBe(2);
});
