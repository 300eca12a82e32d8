import { desc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CommitUnknownError } from "../../server/db/commitUnknownError.ts";
import { flightTracks } from "../../server/db/schema/flight.ts";
import { setAsideRows } from "../../server/db/schema/setAsideRow.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { rejectedSamples, taskEvents } from "../../server/db/schema/taskEvent.ts";
import { createValueColumns } from "../../server/telemetry/fleet/sampleColumns.ts";
import type { TaskRecord } from "../../server/telemetry/flights/openTasks.ts";
import { createWriteBehind } from "../../server/telemetry/flights/writeBehind.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";

const reportedErrors: string[] = [];
const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
beforeEach(() => void reportedErrors.splice(0));
afterAll(() => ctx.close());

const recordError = (_fault: unknown, call: string) => void reportedErrors.push(call);
/** The one flight of a task, under the task's id. */
const createFlightRow = ({ id, companyId, droneSn }: Pick<TaskRecord, "id" | "companyId" | "droneSn">) => ({
  id,
  taskId: id,
  companyId,
  droneSn,
  source: "device" as const,
  startedAt: ctx.clock.now(),
});
const createTrackRow = (flightId: string, samples = 1) => ({
  flightId,
  t0: ctx.clock.now(),
  samples,
  bytes: Buffer.from([1, 2, 3]),
});
const createEventRow = (taskId: string) => ({
  id: ctx.platform.newId(),
  taskId,
  at: ctx.clock.now(),
  kind: "phase" as const,
});
const countTracks = (flightId: string) => ctx.db.$count(flightTracks, eq(flightTracks.flightId, flightId));

test("the end of a task whose flights were attached meanwhile is the end of the planned one", async () => {
  const company = await factory.createCompany();
  const planned = await factory.task(company, { status: "running" });
  const deleted = { deletedAt: ctx.clock.now(), status: "cancelled" as const };
  const unplanned = await factory.task(company, { ...deleted, plannedAt: null, attachedTo: planned.id });
  const writes = createWriteBehind(ctx.db, recordError);
  const set = { status: "partial" as const, endReason: "提前返航", endedAt: ctx.clock.now() };
  writes.updateTask({ id: unplanned.id, set });
  // A late repetition changes nothing.
  writes.updateTask({ id: unplanned.id, set: { ...set, endReason: "" } });
  await writes.flush();
  const load = async (id: string) => (await ctx.db.select().from(tasks).where(eq(tasks.id, id)))[0];
  expect(await load(planned.id)).toMatchObject(set);
  expect(await load(unplanned.id)).toMatchObject({ status: "cancelled", endedAt: null });
});

test("a value that no driver can encode is put aside with its reason; what comes after it is written", async () => {
  const task = await factory.task(await factory.createCompany());
  const writes = createWriteBehind(ctx.db, recordError);
  expect(writes.oldestMs()).toBe(0);
  writes.insertFlight(createFlightRow(task));
  // As a word from outside would, which finds a method of every object.
  writes.updateTask({ id: task.id, set: { endReason: Object as unknown as string } });
  writes.insertTrack(createTrackRow(task.id));
  expect(writes.oldestMs()).toBeGreaterThan(0);
  await writes.flush();
  expect([await countTracks(task.id), writes.oldestMs()]).toEqual([1, 0]);
  const [kept] = await ctx.db.select().from(setAsideRows).orderBy(desc(setAsideRows.id)).limit(1);
  expect(kept).toMatchObject({ queue: "live flight", row: expect.stringContaining(task.id) });
  expect(kept?.reason).not.toBe("");
});

test("a row that the database rejects is reported and put aside; all others are written", async () => {
  const company = await factory.createCompany();
  const created: TaskRecord[] = [];
  for (let n = 0; n < 9; n += 1) created.push(await factory.task(company));
  const writes = createWriteBehind(ctx.db, recordError);
  for (const [n, task] of created.entries()) {
    const { id } = task;
    writes.insertFlight(createFlightRow(task));
    // The fifth row refers to a missing flight.
    writes.insertTrack(createTrackRow(n === 4 ? "1" : id));
    writes.updateTask({ id, set: { status: "running" } });
    writes.insertEvent(createEventRow(id));
  }
  await writes.flush();
  expect(reportedErrors).toEqual(["live flight, left out"]);
  const written = await Promise.all(created.map(({ id }) => countTracks(id)));
  expect(written).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1]);
  for (const { id } of created) {
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, id));
    expect(task?.status).toBe("running");
    expect(await ctx.db.$count(taskEvents, eq(taskEvents.taskId, id))).toBe(1);
  }
  await writes.flush();
  expect(reportedErrors).toHaveLength(1);
});

test("rows stay queued in order while the database is unreachable", async () => {
  const task = await factory.task(await factory.createCompany());
  const { id } = task;
  let gone = true;
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      gone && name === "transaction"
        ? () => Promise.reject(Object.assign(new Error("Connection terminated"), { code: "57P01" }))
        : Reflect.get(target, name),
  });
  const writes = createWriteBehind(db, recordError);
  writes.insertFlight(createFlightRow(task));
  writes.insertTrack(createTrackRow(id, 1));
  await writes.flush();
  writes.insertTrack(createTrackRow(id, 2));
  await writes.flush();
  expect([await countTracks(id), reportedErrors]).toEqual([0, ["live flight", "live flight"]]);
  gone = false;
  await writes.flush();
  const [kept] = await ctx.db.select().from(flightTracks).where(eq(flightTracks.flightId, id));
  expect(kept?.samples).toBe(2);
});

test("a batch with an unconfirmed commit is written again without duplicates or restarted flights", async () => {
  const company = await factory.createCompany();
  const task = await factory.task(company);
  const { id, ...fields } = task;
  await ctx.db.delete(tasks).where(eq(tasks.id, id));
  let lost = true;
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      name === "transaction" && lost
        ? async (work: Parameters<typeof target.transaction>[0]) => {
            lost = false;
            await target.transaction(work);
            throw new CommitUnknownError();
          }
        : (Reflect.get(target, name) as unknown),
  });
  const writes = createWriteBehind(db, recordError);
  writes.insertTask({ id, ...fields });
  writes.updateTask({ id, set: { status: "running", startedAt: ctx.clock.now() } });
  writes.insertEvent(createEventRow(id));
  writes.insertFlight(createFlightRow(task));
  writes.insertTrack(createTrackRow(id, 3));
  const sample = { tSrc: 1 };
  writes.insertRejected({
    id: ctx.platform.newId(),
    taskId: id,
    receivedAt: ctx.clock.now(),
    reason: "jump",
    sample,
  });
  writes.updateTask({ id, set: { status: "finished", endedAt: ctx.clock.now() } });
  await writes.flush();
  await writes.flush();
  expect(reportedErrors).toEqual(["live flight"]);
  const [written] = await ctx.db.select().from(tasks).where(eq(tasks.id, id));
  expect(written?.status).toBe("finished");
  expect([
    await countTracks(id),
    await ctx.db.$count(taskEvents, eq(taskEvents.taskId, id)),
    await ctx.db.$count(rejectedSamples, eq(rejectedSamples.taskId, id)),
  ]).toEqual([1, 1, 1]);
});

test("flushes requested during a hanging write share one later write", async () => {
  const task = await factory.task(await factory.createCompany());
  const { id } = task;
  const answer = Promise.withResolvers<void>();
  let isDown = true;
  let begun = 0;
  const transaction = async (work: Parameters<typeof ctx.db.transaction>[0]) => {
    begun += 1;
    await answer.promise;
    if (isDown) throw new Error("timeout exceeded when trying to connect");
    return ctx.db.transaction(work);
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === "transaction" ? transaction : (Reflect.get(target, name) as unknown)),
  });
  const writes = createWriteBehind(db, recordError);
  writes.insertEvent(createEventRow(id));
  const flushes = [writes.flush()];
  await new Promise((later) => setImmediate(later));
  for (let second = 0; second < 60; second += 1) {
    writes.insertEvent(createEventRow(id));
    flushes.push(writes.flush());
  }
  answer.resolve();
  await Promise.all(flushes);
  expect(begun).toBe(2);
  isDown = false;
  await writes.flush();
  expect(await ctx.db.$count(taskEvents, eq(taskEvents.taskId, id))).toBe(61);
});

test("the queue is bounded, holds each hangar once, and reports dropped rows after recovery", async () => {
  const task = await factory.task(await factory.createCompany());
  const { id } = task;
  let isDown = true;
  let updates = 0;
  const transaction = (work: Parameters<typeof ctx.db.transaction>[0]) => {
    if (isDown) return Promise.reject(Object.assign(new Error("shut down"), { code: "57P01" }));
    return ctx.db.transaction((tx) =>
      work(
        new Proxy(tx, {
          get: (target, name) => {
            if (name === "update") updates += 1;
            // Skip the bulk rows: only their number matters here.
            return name === "execute" ? () => Promise.resolve() : (Reflect.get(target, name) as unknown);
          },
        }),
      ),
    );
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === "transaction" ? transaction : (Reflect.get(target, name) as unknown)),
  });
  const writes = createWriteBehind(db, (error, call) =>
    reportedErrors.push(`${call}: ${(error as Error).message}`),
  );
  const one = createEventRow(id);
  for (let n = 0; n < 100_007; n += 1) writes.insertEvent(one);
  for (let n = 0; n < 5; n += 1) {
    writes.updateHangar({ id: "1", set: { windSpeed: n } });
    await writes.flush();
  }
  expect(reportedErrors.splice(0)).toEqual(Array.from({ length: 5 }, () => "live flight: shut down"));
  isDown = false;
  await writes.flush();
  expect(updates).toBe(1);
  expect(reportedErrors).toEqual(["live flight: 7 rows were dropped while the database was away"]);
  await writes.flush();
  expect(reportedErrors).toHaveLength(1);
});

test("a full queue still takes the chunk with samples that were acknowledged, and acknowledges no others", async () => {
  const company = await factory.createCompany();
  const [flying, starting] = [await factory.task(company), await factory.task(company)];
  let isDown = false;
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      isDown && name === "transaction"
        ? () => Promise.reject(Object.assign(new Error("shut down"), { code: "57P01" }))
        : (Reflect.get(target, name) as unknown),
  });
  const values = createValueColumns(() => new Float64Array(1));
  const writes = createWriteBehind(db, recordError, 100);
  const addChunk = ({ id }: TaskRecord, t0: number) =>
    writes.insertTrack({ ...createTrackRow(id), t0: new Date(t0), bytes: Buffer.alloc(60) });
  const addSample = ({ id }: TaskRecord, tSrc: number) =>
    writes.journal.add({ flightId: id, tSrc, at: tSrc, values, row: 0 });
  for (const task of [flying, starting]) writes.insertFlight(createFlightRow(task));
  addSample(flying, 1);
  expect(await writes.flush()).toBe(true);
  isDown = true;
  for (const [task, t0] of [
    [starting, 1],
    [starting, 2],
    [flying, 3],
    [flying, 4],
  ] as const)
    addChunk(task, t0);
  addSample(starting, 5);
  expect(await writes.flush()).toBe(false);
  isDown = false;
  addSample(starting, 6);
  expect(await writes.flush()).toBe(false);
  expect(await writes.flush()).toBe(true);
  const kept = await ctx.db
    .select()
    .from(flightTracks)
    .where(inArray(flightTracks.flightId, [flying.id, starting.id]));
  expect(kept.map(({ t0 }) => t0.getTime()).sort()).toEqual([1, 3]);
});
