import { eq } from "drizzle-orm";
import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { maskPhone } from "../maskPhone.ts";
import { getSms, lockSms } from "./getSms.ts";
import { recordDecline } from "./phoneLimits.ts";
import { smsBatch, smsBatchStop } from "./smsBatchHandlers.ts";
import { toSmsRow } from "./smsList.ts";
import { smsPage } from "./smsPage.ts";
import { smsPreview } from "./smsPreview.ts";
import { smsResend } from "./smsResend.ts";
import { smsSend } from "./smsSend.ts";
import { smsSendAll } from "./smsSendAll.ts";

export const smsHandlers: Handlers<typeof smsCalls> = {
  smsSend,
  smsSendAll,
  smsListPage: smsPage,
  smsDelete: async ({ params, query }, call) => {
    const message = await lockSms(call, params.id, query.version);
    const { id, status, version } = message;
    if (status === "queued" || status === "sending")
      throw new RefusalError("短信正在发送，请待发送结束后再删除");
    // Hidden only: the evidence of what was sent stays.
    await call.db
      .update(smsMessages)
      .set({ deletedAt: call.now, version: version + 1 })
      .where(eq(smsMessages.id, id));
    call.audit({ entityId: id, before: { phone: maskPhone(message.phone), status } });
    return { id, version: version + 1 };
  },
  smsOne: async ({ params }, { db }) => toSmsRow(await getSms(db, params.id)),
  smsPreview,
  smsBatch,
  smsBatchStop,
  smsResend,
  smsDecline: async ({ body }, call) => {
    const { id, phone } = await getSms(call.db, body.id);
    await recordDecline(call.db, phone, call.actor.name, call.now);
    call.audit({ entityId: id, after: { phone: maskPhone(phone), declined: true } });
    return { id };
  },
};
