import type { CallName } from "./readSteps.ts";

/** Of no record, as far as a platform's ids can be guessed. */
const id = "900000000000000001";
const target = { id, version: 1, requestId: "conformance-probe" };
const reason = "接口核对";
const byPath = { params: { id }, query: {} };

/** Acts on records that nobody can take back, sent with the id of no record. */
export const probes: readonly { readonly call: CallName; readonly args: object }[] = [
  { call: "companyUpdate", args: { body: { ...target, remark: reason } } },
  { call: "companyFrozen", args: { ...byPath, query: { to: "frozen", reason } } },
  { call: "changeCompany", args: { params: { userId: id, destCid: id } } },
  { call: "logoPreview", args: { body: { companyId: id, url: `/uploads/${id}` } } },
  { call: "logoSubmit", args: { params: { id }, body: { url: `/uploads/${id}` } } },
  { call: "accessKeyCreate", args: { body: { companyId: id } } },
  { call: "orderCancel", args: { body: { ...target, reason } } },
  { call: "orderAudit", args: { body: { ...target, pass: false, remark: reason } } },
  { call: "orderPayRegister", args: { body: { ...target, bankName: reason } } },
  { call: "invoiceRejected", args: { body: { ...target, reason } } },
  { call: "invoiceCancel", args: { body: { ...target, reason } } },
  { call: "invoiceUpdateNo", args: { body: { ...target, invoiceNo: "90000000000000000001" } } },
  { call: "invoiceUpdateRemark", args: { body: { ...target, remark: reason } } },
  { call: "smsDelete", args: byPath },
  { call: "boxUpdate", args: { body: { ...target, remark: reason } } },
];

/** Acts that are not sent with `--write`, with the reason. */
export const notWritten: Readonly<Partial<Record<CallName, string>>> = {
  ignorePwdStatus: "would hide the password warning of the account",
  modifyPwd: "would change the password of the account",
  companyCreate: "makes a company for good, see --lasting",
  orderCreate: "makes an order for good, see --lasting",
  invoiceApply: "makes an application for good, see --lasting",
  boxAdd: "makes a box for good, see --lasting",
  hangarAdd: "makes a hangar for good, see --lasting",
  smsSend: "would send a message to somebody",
  smsSendAll: "would send messages to customers",
};

/** Whether a call is sent with `--lasting`, by its reason. */
export const isLasting = (reason: string): boolean => reason.endsWith("see --lasting");
