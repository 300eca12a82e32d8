import { and, eq } from "drizzle-orm";
import type { onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { endSession } from "../../auth/startSession.ts";
import type { Call, Handlers } from "../../call.ts";
import { type SessionRecord, sessions } from "../../db/schema/sessions.ts";
import { RefusalError } from "../../errors.ts";
import { queryPage } from "../../list/queryPage.ts";
import { createOnlineSessionList, isOpenAt, toOnlineSessionRows } from "./onlineSessionList.ts";

/** Reads an open session and locks its row until the transaction ends; refuses if the session has ended. */
async function lockOpenSession(call: Pick<Call, "db" | "now">, id: string): Promise<SessionRecord> {
  const [record] = await call.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), isOpenAt(call.now)))
    .for("update");
  if (!record) throw new RefusalError("该会话已结束");
  return record;
}

export const onlineSessionHandlers: Handlers<typeof onlineSessionCalls> = {
  sessionList: async ({ body }, call) => {
    const page = await queryPage(call, createOnlineSessionList(call.db, call.now), body, (record) => record);
    return { ...page, list: await toOnlineSessionRows(call, page.list) };
  },
  sessionOne: async ({ params }, call) => {
    const [row] = await toOnlineSessionRows(call, [await lockOpenSession(call, params.id)]);
    if (!row) throw new Error("One record makes one row");
    return row;
  },
  sessionEnd: async ({ body: { id, reason } }, call) => {
    if (id === call.actor.sessionId) throw new RefusalError("这是您当前的登录，请使用「退出登录」");
    const [row] = await toOnlineSessionRows(call, [await lockOpenSession(call, id)]);
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
