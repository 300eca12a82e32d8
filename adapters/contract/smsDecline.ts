import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";

export const smsDeclineSource = defineEnum("sms_decline_source", {
  reply: ["短信回复", "blue"],
  staff: ["人工登记", "gray"],
});

/** A phone number that opted out of marketing. */
export const smsDeclined = z.object({
  id: f.id,
  /** Masked. */
  phone: z.string(),
  /** Time of the opt-out. */
  at: f.instant,
  source: smsDeclineSource.schema,
  /** The staff member who recorded it; empty for a reply by SMS. */
  staffName: z.string(),
});
export type SmsDeclined = z.infer<typeof smsDeclined>;

const readRoles = ["admin", "operator"] as const;

/** The opt-out list, and removing a number from it. */
const sortableFields = ["at"] as const;
const filters = { source: z.optional(smsDeclineSource.schema) };

export const smsDeclineCalls = defineCalls({
  smsDeclineList: {
    host: "api",
    method: "POST",
    path: "/x/sms/decline/list",
    summary: "退订名单",
    access: readRoles,
    shows: ["sms"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, filters),
    data: pageResponse(smsDeclined),
  },
  smsDeclineExport: {
    host: "api",
    method: "POST",
    path: "/x/sms/decline/export",
    summary: "导出退订名单",
    access: readRoles,
    hasPhoneSearch: true,
    audit: "sms",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  smsDeclineOne: {
    host: "api",
    method: "GET",
    path: "/x/one/smsDecline/:id",
    summary: "退订记录详情",
    access: readRoles,
    comesWith: ["/x/sms/decline/list"],
    params: z.object({ id: f.id }),
    data: smsDeclined,
  },
  smsDeclineEnd: {
    host: "api",
    method: "POST",
    path: "/x/sms/decline/end",
    summary: "恢复接收营销短信",
    access: ["admin"],
    isAdminOnly: true,
    audit: "sms",
    /** Reason for the removal, such as a request of the phone's owner. */
    body: z.strictObject({ id: f.id, reason: f.text(2, 100), requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
});
