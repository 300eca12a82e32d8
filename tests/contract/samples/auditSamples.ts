import { eq } from "drizzle-orm";
import type { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import type { Samples } from "./sample.ts";
import type { SampleContext } from "./sampleContext.ts";

async function insertAuditRow({ ctx }: SampleContext): Promise<string> {
  const id = ctx.platform.newId();
  const fields = { staffName: "某人", address: "::1", call: "GET /x", summary: "试", entity: "company" };
  await ctx.db.insert(auditLog).values({ id, at: ctx.clock.now(), ...fields });
  return id;
}

async function createSessionId({ ctx }: SampleContext): Promise<string> {
  const { authorization = "" } = await openSession(ctx.platform, ctx.staff.duty.id);
  const [row] = await ctx.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(authorization)));
  return row?.id ?? "";
}

export const auditSamples: Samples<typeof auditCalls> = {
  auditList: {
    role: "admin",
    args: () => ({
      body: {
        pageNo: 1,
        pageSize: 20,
        action: "login",
        result: "failure",
        sort: { field: "at", order: "asc" },
      },
    }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, action: "no act" } }, path: "action" },
  },
  auditOne: {
    role: "admin",
    args: async (context) => ({ params: { id: await insertAuditRow(context) } }),
    invalid: { args: { params: { id: "-1" } }, path: "id" },
  },
  auditExport: {
    role: "admin",
    args: async (context) => ({ body: { ids: [await insertAuditRow(context)] } }),
    invalid: { args: { body: { result: "maybe" } }, path: "result" },
  },
};

export const onlineSessionSamples: Samples<typeof onlineSessionCalls> = {
  sessionExport: {
    role: "admin",
    args: () => ({ body: { role: "duty" } }),
    invalid: { args: { body: { role: "chief" } }, path: "role" },
  },
  sessionList: {
    role: "admin",
    args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "甲", role: "admin", address: "127" } }),
    invalid: { args: { body: { pageNo: 1, pageSize: 20, role: "boss" } }, path: "role" },
  },
  sessionOne: {
    role: "admin",
    args: async (context) => ({ params: { id: await createSessionId(context) } }),
    invalid: { args: { params: { id: "x" } }, path: "id" },
  },
  sessionEnd: {
    role: "admin",
    args: async (context) => ({
      body: { id: await createSessionId(context), reason: "离岗未退出", requestId: context.nextRequestId() },
    }),
    invalid: { args: { body: { id: "1", reason: "", requestId: "12345678" } }, path: "reason" },
  },
};
