import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { toPhoneSubject } from "../../../server/auth/loginThrottle.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { giveSecondFactor } from "../../helpers/secondFactor.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

async function toActionBody(context: SampleContext) {
  const { id, version } = await context.getColleague();
  return { id, version, requestId: context.nextRequestId() };
}

export const staffSamples: Samples<typeof staffCalls> = {
  staffExport: {
    role: "admin",
    args: () => ({ body: { role: "duty" } }),
    invalid: { args: { body: { role: "chief" } }, path: "role" },
  },
  sysAdminList: { role: "duty", args: () => ({}), invalid: null },
  staffList: {
    role: "admin",
    args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "甲", role: "admin" } }),
    invalid: { args: { body: { pageNo: 0, pageSize: 20 } }, path: "pageNo" },
  },
  staffOne: {
    role: "admin",
    args: async (context) => ({ params: { id: (await context.getColleague()).id } }),
    invalid: { args: { params: { id: "007" } }, path: "id" },
  },
  staffSave: {
    role: "admin",
    args: async (context) => ({
      body: { ...(await toActionBody(context)), name: "值班新名", roles: ["duty"] },
    }),
    invalid: { args: { body: { name: "某某", roles: [], requestId: "12345678" } }, path: "roles" },
  },
  staffStatus: {
    role: "admin",
    args: async (context) => {
      const { status } = await context.getColleague();
      return { body: { ...(await toActionBody(context)), to: status === "normal" ? "disabled" : "normal" } };
    },
    invalid: { args: { body: { id: "1", version: 1, requestId: "12345678", to: "gone" } }, path: "to" },
  },
  staffReset: {
    role: "admin",
    args: async (context) => ({ body: await toActionBody(context) }),
    invalid: { args: { body: { id: "1", version: 0, requestId: "12345678" } }, path: "version" },
  },
  staffUnlock: {
    role: "admin",
    args: async (context) => {
      const { db, clock } = context.ctx;
      const { phoneNumber } = await context.getColleague();
      const lockedUntil = new Date(clock.now().getTime() + 60_000);
      await db
        .insert(loginFailures)
        .values({ subject: toPhoneSubject(phoneNumber), count: 5, lastAt: clock.now(), lockedUntil })
        .onConflictDoNothing();
      return { body: await toActionBody(context) };
    },
    invalid: { args: { body: { id: "1", version: 1, requestId: "short" } }, path: "requestId" },
  },
  staffSecondFactorReset: {
    role: "admin",
    args: async (context) => {
      await giveSecondFactor(context.ctx, (await context.getColleague()).id);
      return { body: await toActionBody(context) };
    },
    invalid: { args: { body: { id: "1", version: 1, requestId: "short" } }, path: "requestId" },
  },
};
