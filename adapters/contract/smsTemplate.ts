import * as z from "zod/mini";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { smsType } from "./sms.ts";
import { findTemplatePlaceholderError } from "./smsPlaceholders.ts";
import * as word from "./words.ts";

export const smsTemplate = z.object({
  ...f.recordFields,
  code: z.string(),
  type: smsType.schema,
  name: z.string(),
  signature: z.string(),
  /** May contain `${variables}`. */
  text: z.string(),
  /** Whether the gateway's operator approved its current text. */
  approved: z.boolean(),
  /** Whether single messages of its type use it. */
  standard: z.boolean(),
  /** Whether the platform itself uses it. */
  builtIn: z.boolean(),
});
export type SmsTemplate = z.infer<typeof smsTemplate>;

/** Refuses placeholders of other gateways, which would reach the phones as they are. */
const hasOwnPlaceholders = z.check<string>(({ value, issues }) => {
  const message = findTemplatePlaceholderError(value);
  if (message !== null) issues.push({ code: "custom", message, input: value });
});

const fields = {
  name: f.text(2, 30),
  /** The text between 【 and 】. */
  signature: z
    .string()
    .check(z.trim(), z.regex(/^[^\s【】]{2,16}$/, "签名为 2 至 16 个字，不含空格和【】"), f.printable),
  text: f.text(2, 400).check(
    z.regex(/^(?:[^$]|\$(?!\{)|\$\{\w{1,32}\})*$/, {
      error: "变量应写作 ${name}，名称为字母、数字或下划线",
      abort: true,
    }),
    hasOwnPlaceholders,
  ),
  approved: z.boolean(),
  standard: z.boolean(),
};

const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });

export const smsTemplateFieldLabels = {
  name: "模板名称",
  code: word.templateCode,
  type: word.smsType,
  text: "模板内容",
  approved: "已通过网关审核",
  standard: "设为单发默认模板",
} as const;

export const smsTemplateCalls = defineCalls({
  smsTemplates: {
    host: "api",
    method: "GET",
    path: "/x/sms/templates",
    summary: "短信模板与签名",
    access: writeRoles,
    comesWith: ["/sms/list/page", "/sms/send/all"],
    // `plainText`: whether the gateway accepts free text without a template.
    data: z.object({ templates: z.array(smsTemplate), plainText: z.boolean() }),
  },
  smsNoticePreview: {
    host: "api",
    method: "GET",
    path: "/x/sms/template/nextNotices",
    summary: "到期提醒预览",
    access: writeRoles,
    comesWith: ["/sms/list/page", "/sms/send/all"],
    data: z.object({
      /** When the next run is at the latest. */
      at: f.instant,
      /** Companies, each with one message. */
      count: z.int(),
      /** Services that the messages tell of. */
      services: z.int(),
      /** Charged parts of all messages. */
      totalParts: z.int(),
      /** What they cost, to the fen; null where nobody has set the price of a part. */
      costFen: z.nullable(z.int()),
      /** At most three messages as they will arrive. */
      samples: z.array(z.object({ companyName: z.string(), content: z.string() })),
      /** Why nothing is sent; empty if notices are sent. */
      refusal: z.string(),
    }),
  },
  smsTemplateCreate: {
    host: "api",
    method: "POST",
    path: "/x/sms/template/create",
    summary: "新增短信模板",
    access: writeRoles,
    audit: "smsTemplate",
    body: z.strictObject({
      ...fields,
      /** The gateway's code for the template. */
      code: f.code,
      type: smsType.schema,
      approved: z.optional(fields.approved),
      standard: z.optional(fields.standard),
      requestId: f.requestId,
    }),
    data: f.saveResult,
  },
  smsTemplateUpdate: {
    host: "api",
    method: "POST",
    path: "/x/sms/template/update",
    summary: "编辑短信模板",
    access: writeRoles,
    audit: "smsTemplate",
    body: z.extend(z.partial(z.strictObject(fields)), {
      id: f.id,
      version: f.version,
      requestId: f.requestId,
    }),
    data: f.saveResult,
  },
  smsTemplateDelete: {
    host: "api",
    method: "DELETE",
    path: "/x/sms/template/delete/:id",
    summary: "删除短信模板",
    access: writeRoles,
    audit: "smsTemplate",
    params: byId,
    query: z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) }),
    data: f.saveResult,
  },
});
