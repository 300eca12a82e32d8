import { eq } from "drizzle-orm";
import type { userCalls } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { userStatusMachine } from "../../../machines/status/user.ts";
import { generateHashedInitialPassword } from "../../auth/generateInitialPassword.ts";
import type { Handlers } from "../../call.ts";
import { users } from "../../db/schema/user.ts";
import { nextStatus } from "../../records/nextStatus.ts";
import { userRecords } from "./userList.ts";

export const userHandlers: Handlers<typeof userCalls> = {
  userPageList: userRecords.list,
  userOne: userRecords.one,
  userStatus: async ({ body: { id, version, to, reason } }, call) => {
    const record = await userRecords.lock(call, id, version);
    const event = to === "frozen" ? "freeze" : "unfreeze";
    const status = nextStatus(userStatusMachine, word.user, record, event);
    const patch = { status, freezeReason: status === "frozen" ? (reason ?? "") : "" };
    await call.db
      .update(users)
      .set({ ...patch, version: version + 1, updatedAt: call.now })
      .where(eq(users.id, id));
    call.audit({
      entityId: id,
      before: { status: record.status, freezeReason: record.freezeReason },
      after: patch,
    });
    return { id, version: version + 1 };
  },
  userReset: {
    prepare: async ({ body: { id, version } }, { randomBytes }) => {
      const { password, passwordHash } = await generateHashedInitialPassword(randomBytes);
      return async (_input, call) => {
        await userRecords.lock(call, id, version);
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
