import { isNull } from "drizzle-orm";
import type { dutyCalls } from "../../../adapters/contract/duty.ts";
import { dutyShifts } from "../../../server/db/schema/duty.ts";
import { createTask } from "./flightSamples.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

/** Ends the shift that lasts, so that nobody is on duty. */
async function endShifts({ ctx }: SampleContext): Promise<void> {
  await ctx.db.update(dutyShifts).set({ endedAt: ctx.clock.now() }).where(isNull(dutyShifts.endedAt));
}

/** Begins a shift of the member of the test staff who is on duty; returns its id. */
export async function startShift(context: SampleContext): Promise<string> {
  const { ctx } = context;
  await endShifts(context);
  const [id, at] = [ctx.platform.newId(), ctx.clock.now()];
  await ctx.db.insert(dutyShifts).values({
    id,
    createdAt: at,
    updatedAt: at,
    staffId: ctx.staff.duty.id,
    staffName: "样例值班",
    leaderPhone: "13800000005",
    startedAt: at,
    flightsAtStart: 0,
  });
  return id;
}

export const dutySamples: Samples<typeof dutyCalls> = {
  dutyCurrent: { role: "maintainer", args: () => ({}), invalid: null },
  dutyTakeover: {
    role: "duty",
    args: async (context) => {
      await endShifts(context);
      return {
        body: {
          requestId: context.nextRequestId(),
          shiftId: null,
          leaderPhone: "13900000001",
          note: "东区有大风",
        },
      };
    },
    invalid: {
      args: {
        body: { requestId: "12345678", shiftId: null, leaderPhone: "1", note: "" },
      },
      path: "leaderPhone",
    },
  },
  dutyScopeChange: {
    role: "duty",
    args: async (context) => ({
      body: {
        requestId: context.nextRequestId(),
        id: await startShift(context),
        version: 1,
        scope: { by: "region", ids: ["110000"] },
      },
    }),
    invalid: {
      args: { body: { requestId: "12345678", id: "1", version: 1, scope: { by: "fleet", ids: [] } } },
      path: "scope.by",
    },
  },
  dutyLeave: {
    role: "duty",
    args: async (context) => ({
      body: { requestId: context.nextRequestId(), id: await startShift(context), version: 1, note: "" },
    }),
    invalid: { args: { body: { requestId: "12345678", id: "1", version: 0, note: "" } }, path: "version" },
  },
  dutyOrder: {
    role: "duty",
    args: async (context) => ({
      body: {
        requestId: context.nextRequestId(),
        taskId: await createTask(context, { status: "running" }),
        spokenOrder: "return",
        toWhom: "飞手李雷",
      },
    }),
    invalid: {
      args: { body: { requestId: "12345678", taskId: "1", spokenOrder: "climb", toWhom: "飞手" } },
      path: "spokenOrder",
    },
  },
  dutyOrderList: {
    role: "operator",
    args: async (context) => ({ params: { taskId: await createTask(context) } }),
    invalid: { args: { params: { taskId: "0" } }, path: "taskId" },
  },
  dutyNote: {
    role: "duty",
    args: ({ nextRequestId }) => ({ body: { requestId: nextRequestId(), text: "与塔台通话，无特情" } }),
    invalid: { args: { body: { requestId: "12345678", text: "" } }, path: "text" },
  },
  dutyShiftOne: {
    role: "operator",
    args: async (context) => ({ params: { id: await startShift(context) } }),
    invalid: { args: { params: { id: "0" } }, path: "id" },
  },
  dutyLogList: {
    role: "maintainer",
    args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "接班", kind: "shiftStarted" } }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, kind: "x" } }, path: "kind" },
  },
  dutyLogExport: {
    role: "duty",
    args: () => ({ body: { kind: "note" } }),
    invalid: { args: { body: { kind: "x" } }, path: "kind" },
  },
};
