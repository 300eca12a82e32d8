import { eq } from "drizzle-orm";
import type { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { tokenHash } from "../../../server/auth/tokens.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { openSession } from "../../platform.ts";
import type { Samples } from "./sample.ts";
import type { World } from "./world.ts";

async function writtenRow({ on }: World): Promise<string> {
  const id = on.platform.newId();
  const words = { staffName: "某人", address: "::1", call: "GET /x", summary: "试", entity: "company" };
  await on.db.insert(auditLog).values({ id, at: on.clock.now(), ...words });
  return id;
}

async function somebodysSession({ on }: World): Promise<string> {
  const { authorization = "" } = await openSession(on.platform, on.staff.duty.id);
  const [row] = await on.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash(authorization)));
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
    bad: { args: { body: { pageNo: 1, pageSize: 20, action: "no act" } }, path: "action" },
  },
  auditOne: {
    role: "admin",
    args: async (world) => ({ params: { id: await writtenRow(world) } }),
    bad: { args: { params: { id: "-1" } }, path: "id" },
  },
  auditExport: {
    role: "admin",
    args: async (world) => ({ body: { ids: [await writtenRow(world)] } }),
    bad: { args: { body: { result: "maybe" } }, path: "result" },
  },
};

export const onlineSessionSamples: Samples<typeof onlineSessionCalls> = {
  sessionList: {
    role: "admin",
    args: () => ({ body: { pageNo: 1, pageSize: 20, keyword: "甲", role: "admin", address: "127" } }),
    bad: { args: { body: { pageNo: 1, pageSize: 20, role: "boss" } }, path: "role" },
  },
  sessionOne: {
    role: "admin",
    args: async (world) => ({ params: { id: await somebodysSession(world) } }),
    bad: { args: { params: { id: "x" } }, path: "id" },
  },
  sessionEnd: {
    role: "admin",
    args: async (world) => ({
      body: { id: await somebodysSession(world), reason: "离岗未退出", requestId: world.requestId() },
    }),
    bad: { args: { body: { id: "1", reason: "", requestId: "12345678" } }, path: "reason" },
  },
};
