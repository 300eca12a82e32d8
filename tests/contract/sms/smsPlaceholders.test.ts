import { expect, test } from "vitest";
import {
  findBulkPlaceholderError,
  findTemplatePlaceholderError,
} from "../../../adapters/contract/smsPlaceholders.ts";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { smsTemplateRows } from "../../../server/reference/smsTemplateRows.ts";

test.each([
  ["您好{1}，服务{2}将到期", "占位符 {1}、{2} 不会被替换，请改写为 ${name}"],
  ["您好#name#", "占位符 #name# 不会被替换，请改写为 ${name}"],
  ["您好#姓名#", "占位符 #姓名# 不会被替换，请改写为 ${name}"],
  ["验证码{验证码}", "占位符 {验证码} 不会被替换，请改写为 ${code}"],
  ["您好%s", "占位符 %s 不会被替换，请改写为 ${name}"],
  ["还有%1$d天", "占位符 %1$d 不会被替换，请改写为 ${name}"],
  ["您好%service%", "占位符 %service% 不会被替换，请改写为 ${service}"],
  ["您好{days}，{{ time }}", "占位符 {days}、{{ time }} 不会被替换，请改写为 ${days}、${time}"],
  ["您好｛name｝", "占位符 ｛name｝ 不会被替换，请改写为 ${name}"],
  ["您好＄{name}", "占位符 ＄{name} 不会被替换，请改写为 ${name}"],
  ["共{}次", "占位符 {} 不会被替换，请改写为 ${name}"],
  ["您好@1@，还有@days@天", "占位符 @1@、@days@ 不会被替换，请改写为 ${name}、${days}"],
  ["您好$service，$time$", "占位符 $service、$time$ 不会被替换，请改写为 ${service}、${time}"],
  ["您好$(service)", "占位符 $(service) 不会被替换，请改写为 ${service}"],
  ["您好[service]，<time>", "占位符 [service]、<time> 不会被替换，请改写为 ${service}、${time}"],
  ["还有%05d天，%(time)s，%-5s", "占位符 %05d、%(time)s、%-5s 不会被替换，请改写为 ${name}、${time}"],
  ["您好${service，还有${days}天", "占位符 ${service 不会被替换，请改写为 ${service}"],
])("the template %j is refused with the right form", (text, message) => {
  expect(findTemplatePlaceholderError(text)).toBe(message);
});

test.each([
  "您的服务「${service}」将于${days}天后到期",
  "{企业名称}的{姓名}",
  "3#楼4#楼停电，电量低于20%时返航，降价50%，$100",
  "详见 https://example.com/a#b",
  "请@张三或写信至 a@b.com、c@d.com，[VIP]客户[2026]<5天，涨20%，50%-5元",
  ...smsTemplateRows.map(({ text }) => text),
])("the template %j is accepted", (text) => {
  expect(findTemplatePlaceholderError(text)).toBeNull();
});

test("the form and the call say so at the text", () => {
  const check = (text: string) =>
    smsTemplateCalls.smsTemplateUpdate.body.shape.text.safeParse(text).error?.issues;
  expect(check("您好{1}")?.map(({ message }) => message)).toEqual([
    "占位符 {1} 不会被替换，请改写为 ${name}",
  ]);
  expect(check("您好${姓名}")?.map(({ message }) => message)).toEqual([
    "变量应写作 ${name}，名称为字母、数字或下划线",
  ]);
  expect(check("您好${name}")).toBeUndefined();
});

test.each([
  ["{name}您好", "占位符 {name} 不会被替换，请改写为 {姓名}"],
  ["${name}您好，#company#", "占位符 ${name}、#company# 不会被替换，请改写为 {姓名}、{企业名称}"],
  ["%s您好", "没有合并字段 %s，可用：{姓名}、{企业名称}、{服务名称}、{剩余天数}、{客户经理}"],
  ["{电话}您好", "没有合并字段 {电话}，可用：{姓名}、{企业名称}、{服务名称}、{剩余天数}、{客户经理}"],
  ["{姓名}您好，电量低于20%", null],
])("the bulk text %j is answered with %j", (text, message) => {
  expect(findBulkPlaceholderError(text)).toBe(message);
});
