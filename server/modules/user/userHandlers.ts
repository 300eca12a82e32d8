import { eq } from "drizzle-orm";
import type { userCalls } from "../../../adapters/contract/user.ts";
import { userStatusMachine } from "../../../machines/status/user.ts";
import { hashedInitialPassword } from "../../auth/initialPassword.ts";
import { type Handlers, Refusal } from "../../call.ts";
import { users } from "../../db/schema/user.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { liveUser, lockUser } from "./liveUser.ts";
import { userList, userRow } from "./userList.ts";

export const userHandlers: Handlers<typeof userCalls> = {
  userPageList: ({ body }, call) => pageQuery(call, userList, body, userRow),
  userOne: async ({ params }, { db }) => userRow(await liveUser(db, params.id)),
  userStatus: async ({ body: { id, version, to, reason } }, call) => {
    const record = await lockUser(call.db, id, version);
    const status = userStatusMachine.next(record.status, to === "frozen" ? "freeze" : "unfreeze");
    if (status === null)
      throw new Refusal(`用户当前状态为「${userStatusMachine.label(record.status)}」，无需重复操作`);
    const next = { status, freezeReason: status === "frozen" ? (reason ?? "") : "" };
    await call.db
      .update(users)
      .set({ ...next, version: version + 1, updatedAt: call.now })
      .where(eq(users.id, id));
    call.audit({
      entityId: id,
      before: { status: record.status, freezeReason: record.freezeReason },
      after: next,
    });
    return { id, version: version + 1 };
  },
  userReset: {
    prepare: async ({ body: { id, version } }, { randomBytes }) => {
      const { password, passwordHash } = await hashedInitialPassword(randomBytes);
      return async (_input, call) => {
        await lockUser(call.db, id, version);
        await call.db
          .update(users)
          .set({ passwordHash, mustChange: true, version: version + 1, updatedAt: call.now })
          .where(eq(users.id, id));
        call.audit({ entityId: id, after: { mustChange: true } });
        return { id, version: version + 1, initialPassword: password };
      };
    },
  },
};
