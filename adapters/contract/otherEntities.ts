import * as word from "./words.ts";

/** Kinds of records that no list shows, or not under this name. `auditEntities.ts` is made of these and of the lists. */
export const otherEntities = {
  session: "登录会话",
  logo: "企业 Logo",
  accessKey: word.accessKey,
  orderPay: word.payment,
  invoiceProfile: "企业开票信息",
  smsTemplate: word.smsTemplate,
  plus: word.plus,
  task: word.task,
  video: "飞行视频",
  personalData: "个人信息",
  alarm: word.alarm,
  duty: word.duty,
  sheetImport: "表格导入",
  recordingImport: "飞行记录导入",
  department: word.department,
  role: word.role,
  statementLayout: "对账单的列",
};
