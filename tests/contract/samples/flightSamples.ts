import type { taskCalls } from "../../../adapters/contract/task.ts";
import type { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import { flights } from "../../../server/db/schema/flight.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { createReportedTask } from "../../live/createReportedTask.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let taskCount = 0;

/** Inserts a planned task of one drone; returns its id. */
export async function createTask(
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

/** Inserts a task with a flight that has ended; returns the flight's id. */
export async function createEndedFlight(context: SampleContext): Promise<string> {
  const { ctx, getCompany } = context;
  const taskId = await createTask(context, { status: "finished" });
  const [company, at, id] = [await getCompany(), ctx.clock.now(), ctx.platform.newId()];
  await ctx.db.insert(flights).values({
    id,
    taskId,
    companyId: company.id,
    droneSn: "SAMPLE-DRONE",
    source: "device",
    startedAt: at,
    endedAt: at,
  });
  return id;
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

export const taskHistorySamples: Samples<typeof taskHistoryCalls> = {
  taskHistoryList: {
    role: "duty",
    args: () => ({
      body: {
        pageNo: 1,
        pageSize: 20,
        keyword: "巡检",
        kind: "patrol",
        status: "finished",
        endReason: "返航",
        hasVideo: false,
        regionId: "510000",
        minMinutes: 5,
        maxMinutes: 60,
        sort: { field: "durationS", order: "desc" },
      },
    }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, minMinutes: -1 } }, path: "minMinutes" },
  },
  taskHistoryExport: {
    role: "operator",
    args: async (context) => {
      await createEndedFlight(context);
      return { body: { droneSn: "SAMPLE-DRONE" } };
    },
    invalid: { args: { body: { kind: "walk" } }, path: "kind" },
  },
  flightOne: {
    role: "maintainer",
    args: async (context) => ({ params: { id: await createEndedFlight(context) } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
  taskOne: {
    role: "duty",
    args: async (context) => ({ params: { id: await createTask(context) } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
};
