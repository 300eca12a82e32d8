import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { mac } from "../../../adapters/contract/box.ts";
import { creditCode } from "../../../adapters/contract/creditCode.ts";
import { serialNo } from "../../../adapters/contract/device.ts";
import * as f from "../../../adapters/contract/fields.ts";
import { normalizeKeyword, normalizeText, stripInvisible } from "../../../adapters/contract/identity.ts";
import { invoiceEmail, invoiceNo } from "../../../adapters/contract/invoice.ts";
import { bankSerialNo } from "../../../adapters/contract/orderPay.ts";
import { taxNo } from "../../../adapters/contract/taxNo.ts";
import { phoneNotations } from "./phoneNotations.ts";

const firstMessage = (schema: z.ZodMiniType, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test.each(phoneNotations("13800000001"))("a phone typed as %j is 13800000001", (typed) => {
  expect(f.phone.parse(typed)).toBe("13800000001");
});

test.each<[string, z.ZodMiniType<string>, string, string]>([
  ["credit code", creditCode, " 9133 0106\u200b ma5d-0001-0l ", "91330106MA5D00010L"],
  ["credit code", creditCode, "９１３３０１０６ＭＡ５Ｄ０００１０Ｌ", "91330106MA5D00010L"],
  ["tax number", taxNo, "91330106 MA5D00010L\u2069", "91330106MA5D00010L"],
  ["invoice number", invoiceNo, "2631 2000\u00a00001-2345 678９", "26312000000123456789"],
  ["serial number", serialNo, "\u200b 1581F-6q8d\u20119 \ufeff", "1581F-6q8d-9"],
  ["serial number", serialNo, "ＳＮ－００４２", "SN-0042"],
  ["bank account", f.bankNumber("账号不正确"), "6225 8801 2345\u00a06789", "6225880123456789"],
  ["bank serial number", bankSerialNo, "CMB\u201177 8899\u200b001", "CMB-778899001"],
  ["MAC address", mac, "02-ac-00-00-12-34", "02:AC:00:00:12:34"],
  ["MAC address", mac, "02ac.0000.1234\u200b", "02:AC:00:00:12:34"],
  ["MAC address", mac, "０２：ＡＣ：００：００：１２：３４", "02:AC:00:00:12:34"],
  ["mailbox", invoiceEmail, "a\u200b@ｂ.com", "a@b.com"],
  ["code", f.code, "ＳＭＳ＿１\u200d", "SMS_1"],
])("a %s is stored as it is written in general", (_, schema, typed, stored) => {
  expect(schema.parse(typed)).toBe(stored);
});

describe("what is none is refused with the field's sentence", () => {
  test.each<[z.ZodMiniType, string, string]>([
    [f.phone, "138 0000 000", "请输入 11 位手机号"],
    [f.phone, "\u200b", "请输入 11 位手机号"],
    [f.phone, "+1 138 0000 0001", "请输入 11 位手机号"],
    [creditCode, "91330106MA5D000107", "统一社会信用代码不正确，请核对 18 位代码"],
    [invoiceNo, "2631200000012345678", "发票号码应为 20 位数字"],
    [serialNo, "SN 0042", "序列号应为 4 至 40 位字母、数字或短横线"],
    [serialNo, "SN\u3000042", "序列号应为 4 至 40 位字母、数字或短横线"],
    [mac, "02-ac-00-00-12", "MAC 地址应为 6 组十六进制数，如 02:1A:2B:3C:4D:5E"],
    [f.name(2, 20), "王\u200b", "至少 2 个字"],
    [f.name(1, 20), "\u200b\ufeff", "必填"],
  ])("%# %j", (schema, typed, message) => {
    expect(firstMessage(schema, typed)).toEqual([message]);
  });
});

test("a name keeps what is seen: brackets, dashes, other scripts", () => {
  expect(normalizeText(" 云鹰\u200b（深圳）航空 ")).toBe("云鹰（深圳）航空");
  expect(normalizeText("ＡＢ科技—２０２６")).toBe("AB科技—2026");
  expect(stripInvisible("\u202d\u2066\u00ad\ufe0f")).toBe("");
});

test.each([
  ["+86 138-0000-0001", "13800000001"],
  ["\u202d13800000001\u202c", "13800000001"],
  ["００１３", "0013"],
  ["02-ac-00-00-12-34", "02:AC:00:00:12:34"],
  ["02AC-0000-12f4", "02:AC:00:00:12:F4"],
  ["02ac.0000.1234", "02:AC:00:00:12:34"],
  ["02 ac 00 00 12 34", "02:AC:00:00:12:34"],
  ["6225 8801\u00a02345 6789", "6225880123456789"],
  ["9133 0106 MA5D 0001 0L", "91330106MA5D00010L"],
  ["2631 2000 0001 2345 6789", "26312000000123456789"],
  ["云鹰\u200b航空", "云鹰航空"],
  ["（深圳）", "（深圳）"],
  ["1581F\u20116Q8D9", "1581F-6Q8D9"],
  // Twelve digits may be a part of an order number, and hyphens a part of a contract number.
  ["202603020000", "202603020000"],
  ["2026-0302-0000", "2026-0302-0000"],
  ["2026 0302", "2026 0302"],
  ["HT-2026-88", "HT-2026-88"],
  ["138-0000", "138-0000"],
])("the keyword %j is searched as %j", (typed, searched) => {
  expect(normalizeKeyword(typed)).toBe(searched);
});
