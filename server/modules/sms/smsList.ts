import { sql } from "drizzle-orm";
import { type SmsRow, smsCalls, smsFieldLabels, smsRow, smsType } from "../../../adapters/contract/sms.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companies } from "../../db/schema/company.ts";
import { type SmsRecord, smsMessages } from "../../db/schema/sms.ts";
import { users } from "../../db/schema/user.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

/** The list of active messages. */
export const smsList = defineRecordSource(smsCalls.smsListPage, smsMessages, {
  phones: [smsMessages.phone],
  filters: {
    // A message belongs to a phone: the company's are those of its contacts and of its users, as in its panorama.
    companyId: (value) =>
      sql`${smsMessages.phone} in (
        select ${users.phoneNumber} from ${users} where ${users.companyId} = ${value} and ${users.deletedAt} is null
        union select unnest(array[${companies.phone}, ${companies.emergencyPhone}])
          from ${companies} where ${companies.id} = ${value}
      )`,
  },
});

/** A message as lists and details show it, with a masked phone and a hidden verification code. */
export const toSmsRow = (record: SmsRecord): SmsRow =>
  toWireRow(smsRow, { ...record, phone: maskPhone(record.phone) });

const column = createRowColumns(smsRow, smsFieldLabels);

/** The workbook of 短信记录. */
const smsSheet: RowSheet<SmsRow> = {
  title: "短信记录",
  columns: [
    textColumn("content", word.content, 60, ({ content }) => content),
    column.label("status", 10),
    column.text("phone", 16),
    textColumn("recipientName", word.recipient, 12, ({ recipientName }) => recipientName),
    column.text("companyName", 36),
    textColumn("type", word.type, 10, ({ type }) => smsType.label(type)),
    textColumn("templateName", word.template, 16, ({ templateName }) => templateName),
    column.text("signature", 18),
    column.number("parts", 10),
    column.text("failReason", 24),
    textColumn("batchId", "批次", 22, ({ batchId }) => batchId ?? ""),
    column.text("senderName", 12),
    column.time("createdAt"),
    column.time("deliveredAt"),
    timeColumn("sentAt", "提交时间", ({ sentAt }) => sentAt),
    timeColumn("notBefore", "最早发送", ({ notBefore }) => notBefore),
    numberColumn("attempts", "发送次数", 10, ({ attempts }) => attempts),
    textColumn("templateCode", word.templateCode, 22, ({ templateCode }) => templateCode),
  ],
};

export const prepareSmsExport: ExportPreparer<typeof smsCalls.smsExport> = (body, call) =>
  prepareRowExport(call, smsList, body, (_db, messages) => messages.map(toSmsRow), smsSheet);
