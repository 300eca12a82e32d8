/** Kinds of records that no list shows, or not under this name. `auditEntities.ts` is made of these and of the lists. */
export const otherEntities = {
  session: "登录会话",
  logo: "企业 Logo",
  accessKey: "访问密钥",
  orderPay: "回款",
  invoiceProfile: "企业开票信息",
  smsTemplate: "短信模板",
  plus: "扩展模块",
  task: "任务",
  video: "飞行视频",
  personalData: "个人信息",
  alarm: "告警",
  duty: "值班",
  sheetImport: "表格导入",
  recordingImport: "飞行记录导入",
  department: "部门",
  statementLayout: "对账单的列",
};
