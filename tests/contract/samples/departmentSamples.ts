import type { departmentCalls } from "../../../adapters/contract/department.ts";
import { departments } from "../../../server/db/schema/department.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let departmentCount = 0;

async function insertDepartment({ ctx: { db, clock, platform } }: SampleContext) {
  const [id, now, name] = [platform.newId(), clock.now(), `部门${++departmentCount}`];
  await db.insert(departments).values({ id, name, nameOrder: name, createdAt: now, updatedAt: now });
  return { id, version: 1 };
}

export const departmentSamples: Samples<typeof departmentCalls> = {
  departmentList: { role: "admin", args: () => ({}), invalid: null },
  departmentSave: {
    role: "admin",
    args: async (context) => ({
      body: {
        ...(await insertDepartment(context)),
        name: `新部门${++departmentCount}`,
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { name: "部", requestId: "12345678" } }, path: "name" },
  },
  departmentRemove: {
    role: "admin",
    args: async (context) => {
      const { id, version } = await insertDepartment(context);
      return { params: { id }, query: { version, requestId: context.nextRequestId() } };
    },
    invalid: { args: { params: { id: "0" }, query: { version: 1, requestId: "12345678" } }, path: "id" },
  },
};
