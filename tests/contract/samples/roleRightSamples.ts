import type { roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { staffRoles } from "../../../server/db/schema/staffRole.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

let roleCount = 0;

async function insertRole({ ctx: { db, clock, platform } }: SampleContext) {
  const [id, now, name] = [platform.newId(), clock.now(), `角色${++roleCount}`];
  const times = { createdAt: now, updatedAt: now };
  await db.insert(staffRoles).values({ id, role: "finance", name, nameOrder: name, ...times });
  return { id, version: 1 };
}

const rights = { given: ["/task/history/list"], taken: ["/order/v3/export"] };

export const roleRightSamples: Samples<typeof roleRightCalls> = {
  roleRightList: { role: "admin", args: () => ({}), invalid: null },
  roleRightSave: {
    role: "admin",
    args: async (context) => ({
      body: {
        ...(await insertRole(context)),
        role: "finance",
        ...rights,
        requestId: context.nextRequestId(),
      },
    }),
    invalid: { args: { body: { role: "chief", ...rights, requestId: "12345678" } }, path: "role" },
  },
  roleRightRemove: {
    role: "admin",
    args: async (context) => {
      const { id, version } = await insertRole(context);
      return { params: { id }, query: { version, requestId: context.nextRequestId() } };
    },
    invalid: { args: { params: { id: "0" }, query: { version: 1, requestId: "12345678" } }, path: "id" },
  },
};
