import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { decodeFleetFrame } from "../../adapters/contract/fleetFrame.ts";
import {
  type LiveTaskPage,
  type PolledFrame,
  type TaskRow,
  taskCalls,
} from "../../adapters/contract/task.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createSample, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

interface Answer {
  readonly list: TaskRow[];
  readonly total: number;
  readonly page?: LiveTaskPage;
  readonly frame?: PolledFrame;
}

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const other = await factory.createCompany();
afterAll(() => ctx.close());

const call = async (body: object) => {
  const { status, body: answer } = await ctx.callAs("duty", taskCalls.taskStartList, { body });
  expect(status).toBe(200);
  return answer.data as Answer;
};
const readPage = async (body: object = {}) => {
  const { page, total } = await call({ brief: true, companyId: company.id, ...body });
  if (!page) throw new Error("The answer has no page");
  return { ...page, total };
};
const listDrones = async (body: object) => (await readPage(body)).rows.map(({ droneSn }) => droneSn);

const waitSeconds = async (seconds: number) => {
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    ctx.live.tick();
  }
  await ctx.live.writes.flush();
};
const send = async (of: typeof company, droneSn: string, fields: object = {}) => {
  const answer = await postTelemetry(ctx, await factory.key(of.id), {
    samples: [createSample(ctx, droneSn, fields)],
  });
  expect(answer.data).toMatchObject({ accepted: 1 });
};

describe("a page of flights", () => {
  const hours = (count: number) => new Date(ctx.clock.now().getTime() + count * 3_600_000);
  let planned: Awaited<ReturnType<typeof factory.task>>;

  beforeAll(async () => {
    for (const name of ["A", "B", "C"])
      await factory.task(company, {
        name: `巡检${name}`,
        droneSn: name,
        kind: name === "A" ? "survey" : "patrol",
        search: `rw\u001f巡检${name}`.toLowerCase(),
      });
    await factory.registerDrone(company, "D");
    await factory.task(other, { droneSn: "OTHER" });
    planned = await factory.task(company, { droneSn: "E", plannedAt: hours(1), kind: "survey" });
    await factory.task(company, { droneSn: "F", plannedAt: hours(3) });
    // Without a second sample a drone is fresh for 3 s, delayed for 10 s, lost for 60 s.
    await send(company, "D", { phase: "hover" });
    await waitSeconds(70);
    await send(company, "C", { phase: "mission", batPct: 15 });
    await waitSeconds(25);
    await send(company, "B", { phase: "mission", batPct: 60 });
    await send(other, "OTHER", { phase: "returning", batPct: 5 });
    await waitSeconds(5);
    await send(company, "A", { phase: "mission", batPct: 80.4 });
    await waitSeconds(1);
  });

  test("rows are brief, with the link of each flight", async () => {
    const { rows, total, counts } = await readPage();
    expect(total).toBe(4);
    // Whatever the filter.
    expect(counts).toEqual({ flying: 5, lost: 2, delayed: 2, positionAlarm: 0, positionFrozen: 0 });
    expect(
      rows.map(({ droneSn, link, phase, age, battery }) => ({ droneSn, link, phase, age, battery })),
    ).toEqual([
      { droneSn: "A", phase: "mission", link: "fresh", age: 1, battery: 80 },
      { droneSn: "B", phase: "mission", link: "delayed", age: 6, battery: 60 },
      { droneSn: "C", phase: "mission", link: "lost", age: 31, battery: 15 },
      { droneSn: "D", phase: "hover", link: "lastKnown", age: 101 },
    ]);
    expect(rows.map(({ unplanned }) => unplanned ?? false)).toEqual([false, false, false, true]);
    expect(rows[0]).toMatchObject({
      name: "巡检A",
      company: company.name,
      time: Math.floor(ctx.clock.now().getTime() / 1_000) - 1,
    });
  });

  test("the next planned tasks are beside them", async () => {
    const { planned: rows, plannedTotal } = await readPage();
    expect(plannedTotal).toBe(1);
    expect(rows).toEqual([
      {
        id: planned.id,
        taskNo: planned.taskNo,
        name: planned.name,
        droneSn: "E",
        company: company.name,
        time: Math.floor((planned.plannedAt?.getTime() ?? 0) / 1_000),
      },
    ]);
    expect((await readPage({ status: "running" })).planned).toEqual([]);
    expect((await readPage({ status: "planned" })).rows).toEqual([]);
    expect((await readPage({ kind: "patrol" })).plannedTotal).toBe(0);
    for (const state of ["lost", "delayed", "positionAlarm", "mission"])
      expect(await readPage({ state })).toMatchObject({ planned: [], plannedTotal: 0 });
  });

  test("are filtered by link, phase, kind, company and keyword", async () => {
    expect(await listDrones({ state: "lost" })).toEqual(["C", "D"]);
    expect(await listDrones({ state: "delayed" })).toEqual(["B"]);
    expect(await listDrones({ state: "positionAlarm" })).toEqual([]);
    expect(await listDrones({ state: "mission" })).toEqual(["A", "B", "C"]);
    expect(await listDrones({ state: "hover" })).toEqual(["D"]);
    expect(await listDrones({ kind: "survey" })).toEqual(["A"]);
    expect(await listDrones({ companyId: other.id })).toEqual(["OTHER"]);
    expect(await listDrones({ keyword: "巡检b" })).toEqual(["B"]);
    expect(await listDrones({ keyword: "巡检", state: "lost" })).toEqual(["C"]);
    expect(await listDrones({ keyword: "没有" })).toEqual([]);
    // The last four digits of the pilot's phone, whom an unplanned flight has not.
    expect(await listDrones({ keyword: "1234" })).toEqual(["A", "B", "C"]);
  });

  test("are sorted, unknown values last in either order", async () => {
    const sort = (field: string, order: string) => listDrones({ sort: { field, order } });
    expect(await sort("battery", "asc")).toEqual(["C", "B", "A", "D"]);
    expect(await sort("battery", "desc")).toEqual(["A", "B", "C", "D"]);
    expect(await sort("age", "desc")).toEqual(["D", "C", "B", "A"]);
    // Lost, the newest first; then delayed; then healthy.
    expect(await sort("trouble", "desc")).toEqual(["C", "D", "B", "A"]);
    expect(await sort("name", "asc")).toEqual(["D", "A", "B", "C"]);
    expect(await sort("startedAt", "asc")).toEqual(["D", "C", "B", "A"]);
    expect((await sort("taskNo", "asc")).slice(0, 3)).toEqual(["A", "B", "C"]);
  });

  test("are paged; the total counts all", async () => {
    const page = await readPage({ pageNo: 2, pageSize: 3 });
    expect(page.rows.map(({ droneSn }) => droneSn)).toEqual(["D"]);
    expect(page.total).toBe(4);
    expect((await readPage({ pageNo: 3, pageSize: 3 })).rows).toEqual([]);
  });

  test("without the new options the call answers records as before", async () => {
    const { list, total, page, frame } = await call({ companyId: company.id });
    expect([list.length, total, page, frame]).toEqual([5, 5, undefined, undefined]);
    expect(list[0]).toMatchObject({ droneSn: "A", last: { linkState: "fresh", batPct: 80.4 }, route: [] });
  });

  test("a frame has the drones of the view, and the table that names them", async () => {
    const read = async (view: number[] | null) => {
      const { frame, list } = await call({ ids: [], view });
      if (!frame) throw new Error("The answer has no frame");
      expect(list).toEqual([]);
      const { columns, count } = decodeFleetFrame(new Uint8Array(Buffer.from(frame.bytes, "base64")).buffer);
      expect([...columns.index.subarray(0, count)]).toEqual(frame.table.index);
      return frame.table.droneSn.toSorted();
    };
    expect(await read(null)).toEqual(["A", "B", "C", "D", "OTHER"]);
    expect(await read([105, 39, 106, 40])).toEqual(["A", "B", "C", "D", "OTHER"]);
    expect(await read([0, 0, 1, 1])).toEqual([]);
  });
});

describe("what is no loss", () => {
  let own: typeof company;
  beforeEach(async () => {
    own = await factory.createCompany();
  });

  test("a drone that is switched off between two flights is not counted as lost", async () => {
    const task = await factory.task(own, { droneSn: `PAUSE-${own.id}` });
    await send(own, task.droneSn, { phase: "mission" });
    await waitSeconds(1);
    await send(own, task.droneSn, { phase: "landed" });
    await waitSeconds(300);
    const { rows, counts } = await readPage({ companyId: own.id });
    expect(rows).toMatchObject([{ droneSn: task.droneSn }]);
    expect(rows[0]?.link).toBeUndefined();
    expect(await listDrones({ companyId: own.id, state: "lost" })).toEqual([]);
    // The five drones above are lost for good by now; the number is what its filter finds.
    expect(counts.lost).toBe((await call({ brief: true, state: "lost" })).total);
  });

  test("a position that jumps is an alarm of the position, not of the link", async () => {
    const task = await factory.task(own, { droneSn: `JUMP-${own.id}` });
    await send(own, task.droneSn, { phase: "mission", vH: 5 });
    await waitSeconds(1);
    await postTelemetry(ctx, await factory.key(own.id), {
      samples: [
        createSample(ctx, task.droneSn, { seq: 2, phase: "mission", vH: 5, ...samplePosition(9_000) }),
      ],
    });
    await waitSeconds(1);
    const { rows } = await readPage({ companyId: own.id, state: "positionAlarm" });
    expect(rows).toMatchObject([{ droneSn: task.droneSn, link: "fresh", alarms: 2 }]);
  });
});

test("an id leads to the task that its flights were attached to", async () => {
  const own = await factory.createCompany();
  const droneSn = `FREE-${own.id}`;
  await factory.registerDrone(own, droneSn);
  await send(own, droneSn, { phase: "mission" });
  await waitSeconds(1);
  const [row] = (await readPage({ companyId: own.id })).rows;
  if (!row) throw new Error("The flight is not listed");
  const plan = await factory.task(own, {
    droneSn,
    plannedAt: new Date(ctx.clock.now().getTime() + 7_200_000),
  });
  const attached = await ctx.callAs("duty", taskCalls.flightAttach, {
    body: { id: row.id, toTaskId: plan.id, requestId: "attach-request-1" },
  });
  expect(attached.status).toBe(200);
  const { list } = await call({ ids: [row.id] });
  expect(list).toMatchObject([{ id: plan.id, droneSn, status: "running" }]);
});
