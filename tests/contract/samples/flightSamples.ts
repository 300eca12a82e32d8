import type { taskCalls } from "../../../adapters/contract/task.ts";
import type { zoneCalls } from "../../../adapters/contract/zone.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { createReportedTask } from "../../live/createReportedTask.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let taskCount = 0;

/** Inserts a planned task of one drone; returns its id. */
async function createTask(
  { ctx, getCompany }: SampleContext,
  fields: Partial<typeof tasks.$inferInsert> = {},
): Promise<string> {
  const company = await getCompany();
  const taskNo = `RW20250101${String(++taskCount).padStart(6, "0")}`;
  const createdAt = ctx.clock.now();
  const identity = { id: ctx.platform.newId(), createdAt, taskNo, name: "样例任务", droneSn: "SAMPLE-DRONE" };
  await ctx.db
    .insert(tasks)
    .values({ ...createReportedTask(company, { ...identity, search: taskNo.toLowerCase() }), ...fields });
  return identity.id;
}

const chinaBbox: [number, number, number, number] = [73, 3, 136, 54];

export const taskSamples: Samples<typeof taskCalls> = {
  taskStartList: {
    role: "duty",
    args: () => ({ body: { keyword: "巡检", kind: "patrol", bbox: chinaBbox, limit: 10 } }),
    invalid: { args: { body: { bbox: [73, 3, 136] } }, path: "bbox" },
  },
  taskClose: {
    role: "duty",
    args: async (context) => ({
      body: {
        id: await createTask(context),
        reason: "飞手确认已降落",
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { id: "1", reason: "", requestId: "12345678" } }, path: "reason" },
  },
  flightAttach: {
    role: "duty",
    args: async (context) => ({
      body: {
        id: await createTask(context, { plannedAt: null, status: "running" }),
        toTaskId: await createTask(context),
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { id: "1", toTaskId: "x", requestId: "12345678" } }, path: "toTaskId" },
  },
  taskTrack: {
    role: "duty",
    args: async (context) => ({ params: { id: await createTask(context) }, query: {} }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
};

export const zoneSamples: Samples<typeof zoneCalls> = {
  controlZoneListPage: {
    role: "maintainer",
    args: () => ({ body: { pageNo: 1, pageSize: 20, kind: "noFly", bbox: chinaBbox } }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, kind: "lake" } }, path: "kind" },
  },
};
