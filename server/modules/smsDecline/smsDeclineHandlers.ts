import { eq } from "drizzle-orm";
import type { smsDeclineCalls } from "../../../adapters/contract/smsDecline.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsDeclineRecord, smsDeclines } from "../../db/schema/smsDecline.ts";
import { queryPage } from "../../list/queryPage.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { requireRecord } from "../../records/refusals.ts";
import { declineList, toSmsDeclineRow } from "./declineList.ts";

/** Reads the entry of a phone that declined marketing; refuses if there is none. */
export async function getSmsDecline(db: Db, id: string): Promise<SmsDeclineRecord> {
  const [record] = await db.select().from(smsDeclines).where(eq(smsDeclines.id, id));
  return requireRecord(record, "退订记录");
}

/** Phones that declined marketing; an entry may only be ended at the request of the phone's owner. */
export const smsDeclineHandlers: Handlers<typeof smsDeclineCalls> = {
  smsDeclineList: ({ body }, call) => queryPage(call, declineList, body, toSmsDeclineRow),
  smsDeclineOne: async ({ params }, { db }) => toSmsDeclineRow(await getSmsDecline(db, params.id)),
  smsDeclineEnd: async ({ body: { id, reason } }, call) => {
    // Of two concurrent requests one deletes the entry, and the other finds none.
    const [deleted] = await call.db.delete(smsDeclines).where(eq(smsDeclines.id, id)).returning();
    const { phone, source } = requireRecord(deleted, "退订记录");
    call.audit({
      entityId: id,
      before: { phone: maskPhone(phone), declined: true, source },
      after: { declined: false, reason },
    });
    return { id };
  },
};
