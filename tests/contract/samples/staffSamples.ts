import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { byPhone } from "../../../server/auth/failures.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

async function target(world: World) {
  const { id, version } = await world.colleague();
  return { id, version, requestId: world.requestId() };
}

export const staffSamples: Samples<typeof staffCalls> = {
  sysAdminList: { role: "duty", args: () => ({}), bad: null },
  staffList: {
    role: "admin",
    args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "甲", role: "admin" } }),
    bad: { args: { body: { pageNo: 0, pageSize: 20 } }, path: "pageNo" },
  },
  staffOne: {
    role: "admin",
    args: async (world) => ({ params: { id: (await world.colleague()).id } }),
    bad: { args: { params: { id: "007" } }, path: "id" },
  },
  staffSave: {
    role: "admin",
    args: async (world) => ({ body: { ...(await target(world)), name: "值班新名", roles: ["duty"] } }),
    bad: { args: { body: { name: "某某", roles: [], requestId: "12345678" } }, path: "roles" },
  },
  staffStatus: {
    role: "admin",
    args: async (world) => {
      const { status } = await world.colleague();
      return { body: { ...(await target(world)), to: status === "normal" ? "disabled" : "normal" } };
    },
    bad: { args: { body: { id: "1", version: 1, requestId: "12345678", to: "gone" } }, path: "to" },
  },
  staffReset: {
    role: "admin",
    args: async (world) => ({ body: await target(world) }),
    bad: { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" },
  },
  staffUnlock: {
    role: "admin",
    args: async (world) => {
      const { db, clock } = world.on;
      const { phoneNumber } = await world.colleague();
      const lockedUntil = new Date(clock.now().getTime() + 60_000);
      await db
        .insert(loginFailures)
        .values({ subject: byPhone(phoneNumber), count: 5, lastAt: clock.now(), lockedUntil })
        .onConflictDoNothing();
      return { body: await target(world) };
    },
    bad: { args: { body: { id: "1", version: 1, requestId: "short" } }, path: "requestId" },
  },
};
