import { and, eq } from "drizzle-orm";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { endSession } from "../../auth/startSession.ts";
import { type Call, type Handlers, Refusal } from "../../call.ts";
import { type SessionRecord, sessions } from "../../db/schema/sessions.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { onlineSessionList, openAt } from "./onlineSessionList.ts";
import { onlineSessionRows } from "./onlineSessionRow.ts";

/** An open session, its row locked until the transaction ends where there is one; a refusal where it is over. */
async function openSession(call: Pick<Call, "db" | "now">, id: string): Promise<SessionRecord> {
  const [record] = await call.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), openAt(call.now)))
    .for("update");
  if (!record) throw new Refusal("该会话已结束");
  return record;
}

export const onlineSessionHandlers: Handlers<typeof onlineSessionCalls> = {
  sessionList: async ({ body }, call) => {
    const page = await pageQuery(call, onlineSessionList(call.db, call.now), body, (record) => record);
    return { ...page, list: await onlineSessionRows(call, page.list) };
  },
  sessionOne: async ({ params }, call) => {
    const [row] = await onlineSessionRows(call, [await openSession(call, params.id)]);
    if (!row) throw new Error("One record makes one row");
    return row;
  },
  sessionEnd: async ({ body: { id, reason } }, call) => {
    if (id === call.actor.sessionId) throw new Refusal("这是您当前的登录，请使用「退出登录」");
    const [row] = await onlineSessionRows(call, [await openSession(call, id)]);
    await endSession(call, id, "forced");
    call.audit({
      entityId: id,
      after: {
        staffName: row?.name,
        phoneNumber: row?.phoneNumber,
        address: row?.address,
        ended: "forced",
        reason,
      },
    });
    return { id };
  },
};
