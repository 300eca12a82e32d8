import * as z from "zod/mini";
import { callRights } from "./callRights.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { importMaxBytes, importMaxRows } from "./sheetImport.ts";

/** How long a list of recipients can be sent to. */
export const recipientListMs = 24 * 3_600_000;

const recipientList = z.object({
  id: f.id,
  /** Rows with anything in them, a heading apart. */
  total: z.int(),
  /** Users of the platform that the list names. */
  found: z.int(),
  /** Rows that name nobody, or somebody again. As in the sheet: its first row is row 1. */
  faults: z.array(z.object({ row: z.int(), message: z.string() })).check(z.maxLength(importMaxRows)),
});
export type RecipientList = z.infer<typeof recipientList>;

export const smsRecipientCalls = defineCalls({
  smsRecipientsRead: {
    host: "api",
    method: "POST",
    path: "/x/sms/recipients",
    summary: "读取收件名单",
    access: callRights.smsSendAll.access,
    comesWith: [callRights.smsSendAll.path],
    audit: "sms",
    kind: "multipart",
    maxBytes: importMaxBytes,
    query: z.object({
      /** For the record. */
      fileName: f.text(1, 200),
      requestId: f.requestId,
    }),
    data: recipientList,
  },
});
