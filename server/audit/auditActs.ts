import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { orderEventKind } from "../../adapters/contract/orderEvent.ts";
import * as word from "../../adapters/contract/words.ts";
import { formatCall } from "./auditActions.ts";
import { toFields } from "./toFields.ts";

type Fields = Readonly<Record<string, unknown>>;
/** What was done, by the recorded values; undefined where they do not tell. */
type ActRule = (before: Fields, after: Fields) => string | undefined;

const byNewStatus =
  (labels: Readonly<Record<string, string>>): ActRule =>
  (_before, { status }) =>
    labels[String(status)];

/** One call that inserts, edits and changes the status; an insert has no values before. */
const saveOf =
  (noun: string, statusLabels: Readonly<Record<string, string>> = {}): ActRule =>
  (before, after) => {
    if (Object.keys(before).length === 0) return Object.keys(after).length === 0 ? undefined : `新增${noun}`;
    return "status" in after ? statusLabels[String(after["status"])] : `编辑${noun}`;
  };

const decideOrder: ActRule = (before, after) => {
  const { status } = after;
  if (before["status"] === "refunding") {
    if (status !== "refunded" && "refundFen" in after) return "部分退款通过";
    return orderEventKind.label(status === "refunded" ? "approveRefund" : "rejectRefund");
  }
  if (before["status"] !== "auditing") return undefined;
  // A part of the amount leaves the order pending, with more paid than before.
  return orderEventKind.label(status === "paid" || "paidFen" in after ? "approve" : "reject");
};

const bindBox: ActRule = (_before, after) => {
  if (!("companyId" in after)) return "编辑云盒";
  return after["companyId"] === null ? "解绑云盒" : "绑定云盒";
};

/** Calls whose summary names several acts. */
const rules: { readonly [K in keyof typeof contract]?: ActRule } = {
  companyFrozen: byNewStatus({ frozen: "冻结企业", normal: "解冻企业" }),
  userStatus: byNewStatus({ frozen: "冻结用户", normal: "解冻用户" }),
  staffStatus: byNewStatus({ disabled: "停用后台账号", normal: "启用后台账号" }),
  staffSave: saveOf(word.staff),
  departmentSave: saveOf(word.department),
  roleRightSave: saveOf(word.role),
  orderCancel: byNewStatus({
    cancelled: orderEventKind.label("cancel"),
    refunding: orderEventKind.label("askRefund"),
  }),
  orderAudit: decideOrder,
  invoiceRejected: byNewStatus({ rejected: "驳回开票申请", issued: "驳回红冲" }),
  invoiceCancel: byNewStatus({ cancelled: "撤回开票申请", reversing: "申请红冲" }),
  channelUpdate: saveOf(word.channel, { on: "启用渠道", off: "停用渠道" }),
  goodsSave: saveOf(word.goods, { onSale: "上架商品", offSale: "下架商品" }),
  serviceModify: saveOf(word.service),
  boxUpdate: bindBox,
  hangarAdd: saveOf(word.hangar),
  deviceSave: saveOf(word.drone),
  zoneSave: saveOf(word.zone),
  ruleSave: saveOf(word.alarmRule),
  screenSave: saveOf(word.screen),
};

const rulesByCall = new Map(
  Object.entries(rules).map(([name, rule]) => [
    formatCall((contract as Readonly<Record<string, Endpoint>>)[name] as Endpoint),
    rule,
  ]),
);

/** What was done, in words: `审核通过`; the call's summary where it names one act or the record does not tell. */
export const formatAct = (record: {
  readonly call: string;
  readonly summary: string;
  readonly before: unknown;
  readonly after: unknown;
}): string => {
  const after = toFields(record.after);
  if ("failed" in after) return record.summary;
  return rulesByCall.get(record.call)?.(toFields(record.before), after) ?? record.summary;
};
