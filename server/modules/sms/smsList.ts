import { eq, isNull, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SmsRow, smsCalls } from "../../../adapters/contract/sms.ts";
import { companies } from "../../db/schema/company.ts";
import { type SmsRecord, smsMessages } from "../../db/schema/sms.ts";
import { users } from "../../db/schema/user.ts";
import { defineListSource } from "../../list/listSource.ts";
import { maskPhone } from "../maskPhone.ts";

/** The list of active messages. */
export const smsList = defineListSource<z.output<typeof smsCalls.smsListPage.body>>()({
  table: smsMessages,
  id: smsMessages.id,
  createdAt: smsMessages.createdAt,
  baseCondition: isNull(smsMessages.deletedAt),
  search: smsMessages.search,
  phones: [smsMessages.phone],
  sortable: {
    createdAt: smsMessages.createdAt,
    sentAt: smsMessages.sentAt,
    deliveredAt: smsMessages.deliveredAt,
    parts: smsMessages.parts,
    status: smsMessages.status,
  },
  filters: {
    type: (value) => eq(smsMessages.type, value),
    status: (value) => eq(smsMessages.status, value),
    batchId: (value) => eq(smsMessages.batchId, value),
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
export const toSmsRow = (record: SmsRecord): SmsRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  phone: maskPhone(record.phone),
  recipientName: record.recipientName,
  companyId: record.companyId,
  companyName: record.companyName,
  type: record.type,
  templateCode: record.templateCode,
  templateName: record.templateName,
  signature: record.signature,
  content: record.content,
  parts: record.parts,
  batchId: record.batchId,
  senderName: record.senderName,
  status: record.status,
  failReason: record.failReason,
  attempts: record.attempts,
  notBefore: record.notBefore.toISOString(),
  sentAt: record.sentAt?.toISOString() ?? null,
  deliveredAt: record.deliveredAt?.toISOString() ?? null,
});
