import type { alarmCalls } from "../../../adapters/contract/alarm.ts";
import type { AlarmRecord } from "../../../server/db/schema/alarm.ts";
import { insertAlarm } from "../../alarms/insertAlarm.ts";
import { startShift } from "./dutySamples.ts";
import { createTask } from "./flightSamples.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

async function createAlarm(
  { ctx, getCompany }: SampleContext,
  fields: Partial<AlarmRecord> = {},
): Promise<string> {
  const company = await getCompany();
  return insertAlarm(ctx, { companyId: company.id, companyName: company.name, ...fields });
}

const change = async (context: SampleContext) => {
  await startShift(context);
  return { id: await createAlarm(context), version: 1, requestId: context.nextRequestId() };
};

export const alarmSamples: Samples<typeof alarmCalls> = {
  alarmOpen: { role: "duty", args: () => ({}), invalid: null },
  alarmList: {
    role: "operator",
    args: () => ({
      body: {
        pageNo: 1,
        pageSize: 20,
        keyword: "sample",
        isOpen: true,
        kind: "batteryLow",
        priority: "p2",
        state: "active",
        droneSn: "SAMPLE-DRONE",
        sort: { field: "priority", order: "asc" },
      },
    }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, priority: "p9" } }, path: "priority" },
  },
  alarmExport: {
    role: "operator",
    args: async (context) => ({ body: { ids: [await createAlarm(context)] } }),
    invalid: { args: { body: { kind: "noise" } }, path: "kind" },
  },
  alarmOne: {
    role: "maintainer",
    args: async (context) => ({ params: { id: await createAlarm(context) } }),
    invalid: { args: { params: { id: "x" } }, path: "id" },
  },
  alarmAck: {
    role: "duty",
    args: async (context) => {
      await startShift(context);
      return { body: { ids: [await createAlarm(context)], requestId: context.nextRequestId() } };
    },
    invalid: { args: { body: { ids: ["x"], requestId: "12345678" } }, path: "ids.0" },
  },
  alarmShelve: {
    role: "duty",
    args: async (context) => ({ body: { ...(await change(context)), minutes: 10, reason: "已电话核实" } }),
    invalid: {
      args: { body: { id: "1", version: 1, minutes: 31, reason: "", requestId: "12345678" } },
      path: "minutes",
    },
  },
  alarmClose: {
    role: "duty",
    args: async (context) => ({
      body: { ...(await change(context)), closedAs: "pilotNotified", note: "飞手已返航" },
    }),
    invalid: {
      args: { body: { id: "1", version: 1, closedAs: "gone", note: "", requestId: "12345678" } },
      path: "closedAs",
    },
  },
  alarmContact: {
    role: "duty",
    args: async (context) => ({
      body: {
        id: await createAlarm(context, { taskId: await createTask(context) }),
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { id: "x", requestId: "12345678" } }, path: "id" },
  },
};
