import * as z from "zod/mini";
import { callRights } from "./callRights.ts";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { anyOf, exportRequest, pageRequest, pageResponse } from "./page.ts";
import { bulkTarget } from "./smsTarget.ts";
import * as word from "./words.ts";

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
  /** Charged parts of the longest message. */
  parts: z.int(),
  /** Charged parts of all messages. */
  totalParts: z.int(),
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

const sortableFields = ["createdAt", "sentAt", "deliveredAt", "parts", "status"] as const;
const filters = {
  type: z.optional(smsType.schema),
  status: z.optional(anyOf(smsStatus.schema)),
  batchId: z.optional(f.id),
  /** Messages to the phones of this company and its users. */
  companyId: z.optional(f.id),
};

export const smsFieldLabels = { type: word.smsType, phone: word.phoneNumber, content: "短信内容" } as const;

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
    ...callRights.smsSendAll,
    host: "api",
    method: "POST",
    summary: "群发短信",
    isRateLimited: true,
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
    shows: ["sms"],
    hasPhoneSearch: true,
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(smsRow), {
      /** Totals of the whole result, not only this page. */
      sums: z.object({ count: z.int(), parts: z.int() }),
      /** Counts by status, ignoring the status filter. */
      counts: statusCounts,
    }),
  },
  smsExport: {
    host: "api",
    method: "POST",
    path: "/x/sms/export",
    summary: "导出短信记录",
    access: writeRoles,
    hasPhoneSearch: true,
    audit: "sms",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
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
    comesWith: ["/sms/list/page"],
    params: byId,
    data: smsRow,
  },
  smsPreview: {
    host: "api",
    method: "POST",
    path: "/x/sms/preview",
    summary: "群发预览",
    access: writeRoles,
    comesWith: ["/sms/send/all"],
    body: z.strictObject(bulkFields).check(requireTemplateOrContent),
    data: z.object({
      /** With the names of merge fields where their values will be. */
      content: z.string(),
      /** Charged parts of the longest message. */
      parts: z.int(),
      /** Charged parts of all messages. */
      totalParts: z.int(),
      count: z.int(),
      /** Skipped recipients, and companies without any. */
      skipped: z.object({
        /** Opted out. */
        declined: z.int(),
        /** Reached the daily limit. */
        limited: z.int(),
        /** Frozen, or for marketing of a frozen company. */
        frozen: z.int(),
        /** Without a value for one of the merge fields. */
        incomplete: z.int(),
        /** Companies without a user of the roles. */
        companies: z.int(),
      }),
      /** At most three messages as they will arrive, the longest and the shortest among them. */
      samples: z.array(
        z.object({
          recipientName: z.string(),
          companyName: z.string(),
          content: z.string(),
          parts: z.int(),
        }),
      ),
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
    summary: word.smsProgress,
    access: writeRoles,
    comesWith: ["/sms/send/all"],
    params: byId,
    data: smsBatch,
  },
  smsBatchStop: {
    host: "api",
    method: "POST",
    path: "/x/sms/batch/stop",
    summary: "停止群发",
    access: writeRoles,
    comesWith: ["/sms/send/all"],
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
