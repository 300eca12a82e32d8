import { enumerations } from "../../adapters/contract/dictionary.ts";
import type { Dictionary } from "../../adapters/contract/enumeration.ts";
import { roleNames } from "../../adapters/contract/roles.ts";
import { shanghaiWallTime } from "../list/exportColumn.ts";
import { maskTyped } from "../list/phoneKeyword.ts";
import { maskPhone } from "../modules/maskPhone.ts";
import { auditActions } from "./auditActions.ts";
import { fieldNames, inTellingOrder } from "./fieldNames.ts";

const dictionaries = new Map<string, Dictionary>(enumerations.map((one) => [one.key, one]));

/** Words of values that belong to no dictionary, by the field that holds them. */
const ownWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: roleNames,
  roles: roleNames,
  ended: { logout: "退出登录", forced: "强制下线" },
  ignored: { fine: "无", initial: "初始密码", old: "密码过期", weak: "弱密码" },
  purpose: { picture: "图片", payment: "付款凭证", invoice: "发票文件" },
  order: { asc: "升序", desc: "降序" },
  field: fieldNames,
  entity: { smsDecline: "退订号码" },
};

/** Where a field's dictionary is not called after its entity. */
const dictionaryOf: Readonly<Record<string, string>> = {
  method: "pay_method",
  payMethod: "pay_method",
  invoiceStatus: "order_invoice_status",
  batchStatus: "sms_batch_status",
  source: "sms_decline_source",
  // Of people that a message is for; the staff's own are said above.
  roles: "user_role",
  taxRate: "tax_rate",
  logoStatus: "logo_status",
  redReason: "invoice_red_reason",
  entity: "audit_entity",
  expireWithin: "company_expire_within",
};
/** The names that dictionaries begin with where the audited entity has another. */
const prefixOf: Readonly<Record<string, string>> = {
  channelCode: "channel",
  orderPay: "order",
  auditTrail: "audit",
  smsTemplate: "sms",
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const yuan = new Intl.NumberFormat("zh-CN", { minimumFractionDigits: 2 });
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The Chinese name of a field; one that nobody has named yet is said to be just that, never in its raw name. */
export const fieldWords = (name: string): string => fieldNames[name] ?? "其他信息";

/** A value of an audit row in Chinese: labels, yuan, Shanghai's time; phones masked. Empty where there is none. */
export function valueWords(entity: string, name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "是" : "否";
  if (typeof value === "number") return name.endsWith("Fen") ? `¥${yuan.format(value / 100)}` : String(value);
  if (Array.isArray(value))
    return value.map((one) => valueWords(entity, name, one)).join(isFlat(value) ? "、" : "；");
  if (typeof value === "object")
    return inTellingOrder(Object.keys(value))
      .map((inner) => [fieldWords(inner), valueWords(entity, inner, Reflect.get(value, inner))])
      .filter(([, words]) => words !== "")
      .map(([label, words]) => `${label}：${words}`)
      .join("，");
  return textWords(entity, name, String(value));
}

function textWords(entity: string, name: string, text: string): string {
  if (instant.test(text))
    return shanghaiWallTime(new Date(text)).toISOString().slice(0, 19).replace("T", " ");
  if (/phone/i.test(name)) return /^\d+$/.test(text) ? maskPhone(text) : text;
  if (name === "keyword") return maskTyped(text);
  if (name === "action") return auditActions.label(text);
  const words = ownWords[name]?.[text];
  if (words !== undefined) return words;
  const key = dictionaryOf[name] ?? `${prefixOf[entity] ?? snake(entity)}_${snake(name)}`;
  return dictionaries.get(key)?.label(text) ?? text;
}

const isFlat = (values: readonly unknown[]) => values.every((one) => typeof one !== "object");
