import type { SmsTemplateRecord } from "../db/schema/smsTemplate.ts";

/** A built-in template. */
export type SmsTemplateRow = Omit<
  SmsTemplateRecord,
  "id" | "version" | "createdAt" | "updatedAt" | "deletedAt"
>;

const platform = "低空服务平台";
const inspection = "低空巡检服务";

/** Built-in templates: approved by the gateway, except one. */
export const smsTemplateRows: readonly SmsTemplateRow[] = [
  {
    code: "MARKETING_NEW",
    type: "marketing",
    name: "新品上线",
    signature: platform,
    text: "无人机全自动机场新品上线，续航与防护全面升级，现在预约可享免费现场勘察，详询您的客户经理",
    approved: true,
    standard: true,
  },
  {
    code: "MARKETING_OFFER",
    type: "marketing",
    name: "限时优惠",
    signature: inspection,
    text: "巡检套餐限时${discount}折，活动截止${until}，老客户续费另赠 10 架次，详询您的客户经理",
    approved: true,
    standard: false,
  },
  {
    code: "MARKETING_SEASON",
    type: "marketing",
    name: "年末回馈",
    signature: inspection,
    text: "年末回馈活动即将开始，敬请期待",
    approved: false,
    standard: false,
  },
  {
    code: "NOTICE_ACCOUNT",
    type: "notice",
    name: "账号变动",
    signature: platform,
    text: "您的账号信息有更新，请登录平台查看。如非本人操作，请立即联系您的客户经理。",
    approved: true,
    standard: true,
  },
  {
    code: "NOTICE_MAINTENANCE",
    type: "notice",
    name: "系统维护",
    signature: platform,
    text: "平台将于${time}进行系统维护，期间无法创建任务和查看实时画面，已在执行的飞行不受影响，请提前安排作业。",
    approved: true,
    standard: false,
  },
  {
    code: "NOTICE_SERVICE_END",
    type: "notice",
    name: "服务到期",
    signature: platform,
    text: "您的服务「${service}」将于${days}天后到期，请及时续费，以免影响使用。",
    approved: true,
    standard: false,
  },
  {
    code: "NOTICE_WEATHER",
    type: "notice",
    name: "天气预警",
    signature: platform,
    text: "${region}今日有大风降雨，请暂停飞行作业，并检查机场舱盖是否关闭。",
    approved: true,
    standard: false,
  },
  {
    code: "VERIFY_LOGIN",
    type: "verify",
    name: "登录验证码",
    signature: platform,
    text: "验证码${code}，5 分钟内有效，请勿告知他人。",
    approved: true,
    standard: true,
  },
  {
    code: "NOTICE_ALARM",
    type: "notice",
    name: "告警未确认",
    signature: platform,
    text: "紧急告警「${alarm}」（${subject}）3 分钟无人确认，请立即处置。",
    approved: true,
    standard: false,
  },
  {
    code: "NOTICE_SCREEN",
    type: "notice",
    name: "大屏离线",
    signature: platform,
    text: "大屏「${screen}」离线，最后上报 ${time}，请到现场检查电源、网络和浏览器。",
    approved: true,
    standard: false,
  },
  {
    code: "NOTICE_STAFF",
    type: "notice",
    name: "后台通知",
    signature: platform,
    text: "${kind}：${text}。请登录后台查看。",
    approved: true,
    standard: false,
  },
];
