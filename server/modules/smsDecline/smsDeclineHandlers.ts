import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { smsFieldLabels } from "../../../adapters/contract/sms.ts";
import {
  type SmsDeclined,
  smsDeclineCalls,
  smsDeclineSource,
} from "../../../adapters/contract/smsDecline.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsDeclineRecord, smsDeclines } from "../../db/schema/smsDecline.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { queryPage } from "../../list/queryPage.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

type ListRequest =
  | z.output<typeof smsDeclineCalls.smsDeclineList.body>
  | z.output<typeof smsDeclineCalls.smsDeclineExport.body>;

/** The phones that declined marketing. */
const declineList = defineListSource<ListRequest>()({
  table: smsDeclines,
  id: smsDeclines.id,
  createdAt: smsDeclines.at,
  baseCondition: undefined,
  phones: [smsDeclines.phone],
  sortable: { at: smsDeclines.at },
  filters: { source: (value) => eq(smsDeclines.source, value) },
});

/** An entry as the list shows it, with a masked phone. */
const toSmsDeclineRow = ({ id, phone, at, source, staffName }: SmsDeclineRecord): SmsDeclined => ({
  id,
  phone: maskPhone(phone),
  at: at.toISOString(),
  source,
  staffName,
});

const column = createSheetColumns<SmsDeclined>(smsFieldLabels);

/** The workbook of 退订名单. */
const declineSheet: RowSheet<SmsDeclined> = {
  title: smsDeclineCalls.smsDeclineList.summary,
  columns: [
    column.text("phone", 16),
    timeColumn("at", "退订时间", ({ at }) => at),
    column.label("source", 14, smsDeclineSource),
    textColumn("staffName", word.registeredBy, 12, ({ staffName }) => staffName),
  ],
};

export const prepareSmsDeclineExport: ExportPreparer<typeof smsDeclineCalls.smsDeclineExport> = (
  body,
  call,
) => prepareRowExport(call, declineList, body, (_db, phones) => phones.map(toSmsDeclineRow), declineSheet);

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
