import type { Dictionary } from "../../adapters/contract/defineEnum.ts";
import { enumerations } from "../../adapters/contract/enumerations.ts";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { notificationKind } from "../../adapters/contract/notification.ts";
import { roleLabels } from "../../adapters/contract/roles.ts";
import * as word from "../../adapters/contract/words.ts";
import { sortFields } from "../records/fieldLabels.ts";
import { maskKeyword } from "../records/maskKeyword.ts";
import { maskPhone } from "../records/maskPhone.ts";
import { formatShanghaiTime } from "../records/shanghaiDay.ts";
import { labelRight } from "../rights/rights.ts";
import { auditActions } from "./auditActions.ts";
import { conditionLabel, fieldLabel } from "./fieldLabel.ts";

const dictionariesByKey = new Map<string, Dictionary>(enumerations.map((one) => [one.key, one]));

const kindLabels = Object.fromEntries(notificationKind.options.map(({ value, label }) => [value, label]));

/** Labels of values without a dictionary, by field. */
const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  smsKinds: kindLabels,
  mailKinds: kindLabels,
  role: roleLabels,
  roles: roleLabels,
  baseRole: roleLabels,
  ended: { logout: word.logOut, forced: word.forceOut },
  ignored: { fine: "无", initial: word.initialPassword, old: "密码过期", weak: "弱密码" },
  secondFactor: {
    awaited: "密码正确，等待动态验证码",
    totp: word.totp,
    recoveryCode: "恢复码",
    started: "开始启用",
    enabled: word.enabled,
    removed: "已关闭",
    reset: "已重置",
  },
  purpose: { picture: "图片", payment: "付款或退款凭证", invoice: word.invoiceFile },
  contentType: {
    "image/png": "PNG 图片",
    "image/jpeg": "JPEG 图片",
    "image/webp": "WebP 图片",
    "application/pdf": "PDF 文件",
    "application/ofd": "OFD 文件",
  },
  order: { asc: word.ascending, desc: word.descending },
  entity: { smsDecline: "退订号码" },
};

/** Dictionary keys of fields that do not follow `<entity>_<field>`; those of one entity alone name it. */
const dictionaryKeys: Readonly<Record<string, string>> = {
  "alarm.cause": "alarm_kind",
  by: "duty_scope",
  "alarmRule.kind": "alarm_kind",
  "alarmRule.priority": "alarm_priority",
  "personalData.kind": "alarm_kind",
  "personalData.priority": "alarm_priority",
  "personalData.state": "alarm_state",
  "orderPay.state": "order_pay_status",
  "orderPay.dateField": "order_pay_date_field",
  method: "pay_method",
  payMethod: "pay_method",
  invoiceStatus: "order_invoice_status",
  batchStatus: "sms_batch_status",
  source: "sms_decline_source",
  // Roles of SMS recipients; those of staff are in `valueLabels`.
  roles: "user_role",
  taxRate: "tax_rate",
  logoStatus: "logo_status",
  redReason: "invoice_red_reason",
  entity: "audit_entity",
  uavClass: "uav_class",
  format: "track_format",
  expireWithin: "company_expire_within",
  granularity: "statistics_granularity",
  compared: "statistics_compared_period",
  closedAs: "alarm_outcome",
  importKind: "sheet_import_kind",
  "recordingImport.zone": "file_zone",
  mode: "sheet_import_mode",
};
/** Dictionary key prefixes that differ from the entity's name. */
const keyPrefixes: Readonly<Record<string, string>> = {
  channelCode: "channel",
  invoiceProfile: "invoice",
  orderPay: "order",
  auditTrail: "audit",
  smsTemplate: "sms",
  recordingImport: "task",
};

/** Lists of ids that name nothing: only their number is told. */
const countedIds: ReadonlySet<string> = new Set(["sessionsEnded"]);

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const yuanFormat = new Intl.NumberFormat("zh-CN", { minimumFractionDigits: 2 });
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Formats an audited value in Chinese: labels, yuan, Shanghai time, masked phones. Empty if there is no value. */
export function formatValue(entity: string, name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? word.yes : word.no;
  if (typeof value === "number")
    return name.endsWith("Fen") ? `¥${yuanFormat.format(value / 100)}` : String(value);
  if (Array.isArray(value) && countedIds.has(name)) return value.length > 0 ? `${value.length} 个` : "";
  if (Array.isArray(value))
    return value.map((item) => formatValue(entity, name, item)).join(isFlat(value) ? "、" : "；");
  if (typeof value === "object")
    return sortFields(Object.keys(value))
      .map((inner) => [fieldLabel(inner), formatValue(entity, inner, Reflect.get(value, inner))])
      .filter(([, text]) => text !== "")
      .map(([label, text]) => `${label}：${text}`)
      .join("，");
  return formatText(entity, name, String(value));
}

function formatText(entity: string, name: string, text: string): string {
  if (instantPattern.test(text)) return formatShanghaiTime(new Date(text));
  if (/phone/i.test(name)) return /^\d+$/.test(text) ? maskPhone(text) : text;
  if (name === "keyword") return maskKeyword(text);
  if (name === "given" || name === "taken") return labelRight(text);
  if (name === "action") return auditActions.label(text);
  const label = name === "field" ? conditionLabel(text, entity) : lookUp(lookUp(valueLabels, name), text);
  if (label !== undefined) return label;
  const key =
    lookUp(dictionaryKeys, `${entity}.${name}`) ??
    lookUp(dictionaryKeys, name) ??
    `${lookUp(keyPrefixes, entity) ?? toSnakeCase(entity)}_${toSnakeCase(name)}`;
  return dictionariesByKey.get(key)?.label(text) ?? text;
}

const isFlat = (values: readonly unknown[]) => values.every((one) => typeof one !== "object");
