import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { pageRequest, pageResponse } from "./page.ts";
import { userRole } from "./user.ts";

export const smsType = defineEnum("sms_type", {
  verify: ["验证码", "blue"],
  notice: ["通知", "teal"],
  marketing: ["营销", "violet"],
});
export const smsStatus = defineEnum("sms_status", {
  queued: ["待发送", "gray"],
  sending: ["发送中", "blue"],
  sent: ["已提交", "blue"],
  delivered: ["已送达", "green"],
  failed: ["发送失败", "red"],
  unknown: ["结果未知", "orange"],
});
export const smsBatchStatus = defineEnum("sms_batch_status", {
  sending: ["发送中", "blue"],
  finished: ["已完成", "green"],
  stopped: ["已停止", "gray"],
});

/** Longest message in characters, including signature and opt-out notice. */
export const smsMaxLength = 500;

const statusCounts = z.object({
  queued: z.int(),
  sending: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  unknown: z.int(),
});
export type SmsCounts = z.infer<typeof statusCounts>;

export const smsRow = z.object({
  ...f.recordFields,
  /** Masked. */
  phone: z.string(),
  /** Known only for bulk SMS, whose recipients are users of the platform. */
  recipientName: z.string(),
  companyId: z.nullable(f.id),
  companyName: z.string(),
  type: smsType.schema,
  /** Empty for free text. */
  templateCode: z.string(),
  templateName: z.string(),
  signature: z.string(),
  /** The message as sent, except that a verification code is never shown. */
  content: z.string(),
  /** Number of charged parts. */
  parts: z.int(),
  batchId: z.nullable(f.id),
  senderName: z.string(),
  status: smsStatus.schema,
  failReason: z.string(),
  /** Number of requests to the gateway. */
  attempts: z.int(),
  /** Earliest time of sending. */
  notBefore: f.instant,
  sentAt: z.nullable(f.instant),
  deliveredAt: z.nullable(f.instant),
});
export type SmsRow = z.infer<typeof smsRow>;

export const smsBatch = z.object({
  ...f.recordFields,
  type: smsType.schema,
  templateName: z.string(),
  content: z.string(),
  /** Charged parts per message. */
  parts: z.int(),
  total: z.int(),
  status: smsBatchStatus.schema,
  senderName: z.string(),
  notBefore: f.instant,
  finishedAt: z.nullable(f.instant),
  counts: statusCounts,
});
export type SmsBatch = z.infer<typeof smsBatch>;

/** Data of the progress frame of a bulk SMS. */
export const smsProgressData = z.object({
  batchId: f.id,
  status: smsBatchStatus.schema,
  counts: statusCounts,
});

const bulkTarget = z
  .strictObject({
    /** All users of these companies. */
    companyIds: z.optional(z.array(f.id).check(z.maxLength(200, "最多选择 200 家企业"))),
    /** These users. */
    userIds: z.optional(z.array(f.id).check(z.maxLength(200, "最多选择 200 人"))),
    /** Default: all roles. */
    roles: z.optional(z.array(userRole.schema)),
    all: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ companyIds = [], userIds = [], all }) => all === true || companyIds.length + userIds.length > 0,
      {
        path: ["companyIds"],
        error: "请选择收件企业",
      },
    ),
  );

const bulkFields = {
  type: z.enum(["notice", "marketing"], "只能群发通知或营销短信"),
  templateCode: z.optional(f.code),
  /** Values of the template's variables by name. */
  params: z.optional(z.catchall(z.object({}), f.note(50))),
  /** Free text, if the gateway accepts it. */
  content: z.optional(f.text(2, smsMaxLength)),
  /** Signature of the free text: the platform's, or that of an approved template. */
  signature: z.optional(f.text(2, 16)),
  target: bulkTarget,
};
const requireTemplateOrContent = z.check<{ templateCode?: string | undefined; content?: string | undefined }>(
  ({ value: { templateCode, content }, issues }) => {
    if ((templateCode === undefined) === (content === undefined))
      issues.push({ code: "custom", path: ["content"], message: "请选择模板或填写内容", input: undefined });
  },
);

const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });
const versionedTarget = { id: f.id, version: f.version, requestId: f.requestId };
const transitionResult = z.object({ id: f.id, version: f.version, status: smsStatus.schema });

export const smsCalls = defineCalls({
  smsSend: {
    host: "api",
    method: "GET",
    path: "/sms/send/:phone/:type",
    summary: "发送短信",
    isRateLimited: true,
    access: writeRoles,
    audit: "sms",
    params: z.object({ phone: f.phone, type: smsType.schema }),
    query: z.object({ requestId: z.optional(f.requestId) }),
    // Marketing outside of the permitted hours waits until `notBefore`.
    data: z.extend(transitionResult, { notBefore: f.instant }),
  },
  smsSendAll: {
    host: "api",
    method: "POST",
    path: "/sms/send/all",
    summary: "群发短信",
    isRateLimited: true,
    access: writeRoles,
    audit: "sms",
    body: z
      .strictObject({
        ...bulkFields,
        /** Number of recipients in the preview; the call is refused if it has changed. */
        expectedCount: z.optional(z.int().check(z.minimum(1))),
        requestId: f.requestId,
      })
      .check(requireTemplateOrContent),
    data: z.object({ batchId: f.id, count: z.int(), notBefore: f.instant }),
  },
  smsListPage: {
    host: "api",
    method: "POST",
    path: "/sms/list/page",
    summary: "短信列表",
    access: writeRoles,
    hasPhoneSearch: true,
    body: pageRequest(["createdAt", "sentAt", "deliveredAt", "parts", "status"], {
      type: z.optional(smsType.schema),
      status: z.optional(smsStatus.schema),
      batchId: z.optional(f.id),
      /** Messages to the phones of this company and its users. */
      companyId: z.optional(f.id),
    }),
    data: z.extend(pageResponse(smsRow), {
      /** Totals of the whole result, not only this page. */
      sums: z.object({ count: z.int(), parts: z.int() }),
      /** Counts by status, ignoring the status filter. */
      counts: statusCounts,
    }),
  },
  smsDelete: {
    host: "api",
    method: "DELETE",
    path: "/sms/delete/:id",
    summary: "删除短信",
    access: writeRoles,
    audit: "sms",
    params: byId,
    query: z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) }),
    data: f.saveResult,
  },
  smsOne: {
    host: "api",
    method: "GET",
    path: "/x/one/sms/:id",
    summary: "短信详情",
    access: writeRoles,
    params: byId,
    data: smsRow,
  },
  smsPreview: {
    host: "api",
    method: "POST",
    path: "/x/sms/preview",
    summary: "群发预览",
    access: writeRoles,
    body: z.strictObject(bulkFields).check(requireTemplateOrContent),
    data: z.object({
      content: z.string(),
      /** Charged parts per message. */
      parts: z.int(),
      count: z.int(),
      /** Skipped recipients: opted out, or reached the daily limit. */
      skipped: z.object({ declined: z.int(), limited: z.int() }),
      /** Now, or the next permitted time for marketing. */
      notBefore: f.instant,
      /** Why it cannot be sent; empty if it can. */
      refusal: z.string(),
    }),
  },
  smsBatch: {
    host: "api",
    method: "GET",
    path: "/x/sms/batch/:id",
    summary: "群发进度",
    access: writeRoles,
    params: byId,
    data: smsBatch,
  },
  smsBatchStop: {
    host: "api",
    method: "POST",
    path: "/x/sms/batch/stop",
    summary: "停止群发",
    access: writeRoles,
    audit: "sms",
    body: z.strictObject(versionedTarget),
    data: f.saveResult,
  },
  smsResend: {
    host: "api",
    method: "POST",
    path: "/x/sms/resend",
    summary: "重发失败短信",
    access: writeRoles,
    isRateLimited: true,
    audit: "sms",
    body: z.strictObject(versionedTarget),
    data: transitionResult,
  },
  smsDecline: {
    host: "api",
    method: "POST",
    path: "/x/sms/decline",
    summary: "登记退订",
    access: writeRoles,
    audit: "sms",
    /** The message's id; its phone number is opted out of marketing. */
    body: z.strictObject({ id: f.id, requestId: f.requestId }),
    data: z.object({ id: f.id }),
  },
});
