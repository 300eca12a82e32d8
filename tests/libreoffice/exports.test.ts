import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { invoiceCalls } from "../../adapters/contract/invoice.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { companies } from "../../server/db/schema/company.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import { orders } from "../../server/db/schema/order.ts";
import { toUrl } from "../helpers/injectCall.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { readInLibreOffice, type SheetCell } from "./readInLibreOffice.ts";

/** Records with this 19-digit id have texts that start like formulas. */
const id = "9223372036854775806";
const fixedDate = new Date("2026-02-28T16:30:05.000Z");

async function prepareRecords({ db }: TestPlatform) {
  const [company] = await db.select().from(companies).limit(1);
  const [order] = await db.select().from(orders).limit(1);
  const [invoice] = await db.select().from(invoices).limit(1);
  if (!company || !order || !invoice) throw new Error("The demo has a company, an order and an invoice");
  const money = { totalFen: 1_234_050, discountFen: 50, payableFen: 1_234_000, taxLines: [] };
  const noMoney = { paidFen: 0, pendingFen: 0, refundFen: 0, commissionFen: 0, earnedFen: 0 };
  await db.insert(companies).values({
    ...company,
    id,
    creditCode: "0012345678901234567",
    name: '=HYPERLINK("http://x")',
    shortName: "+86",
    address: "-1",
    contact: "@某人",
    remark: "\t=1+1",
    orderAmountFen: 1_234_050,
    userCount: 3,
    createdAt: fixedDate,
  });
  await db.insert(orders).values({
    ...order,
    ...money,
    ...noMoney,
    channelRatio: 12.5,
    id,
    type: "new",
    orderNo: "DD20260228000001",
    companyName: '=HYPERLINK("http://x")',
    goodsNames: "+86",
    closeReason: "-1",
    auditRemark: "@某人",
    remark: "\t=1+1",
    createdAt: fixedDate,
  });
  await db
    .update(invoices)
    .set({
      title: '=HYPERLINK("http://x")',
      companyName: "+86",
      rejectReason: "-1",
      email: "@某人",
      remark: "\t=1+1",
      appliedAt: fixedDate,
      taxNo: "001234567890123456",
    })
    .where(eq(invoices.id, invoice.id));
  return { invoice };
}

const calls = {
  companies: companyCalls.companyExport,
  orders: orderCalls.orderExport,
  invoices: invoiceCalls.invoiceExport,
} as const;
type Name = keyof typeof calls;

/** The record's row, by column header. */
let rows: Record<Name, Readonly<Record<string, SheetCell | undefined>>>;
let formulas: string[];
let amountFen: number;

beforeAll(async () => {
  const ctx = await createTestPlatform({ seedDemoData: true });
  try {
    const { invoice } = await prepareRecords(ctx);
    amountFen = invoice.amountFen;
    const headers = await ctx.loginAs("finance");
    const exportSheet = async (name: Name) => {
      const response = await ctx.app.inject({
        method: "POST",
        url: toUrl(calls[name], {}),
        headers,
        payload: {},
      });
      return response.rawPayload;
    };
    const sheets = readInLibreOffice({
      companies: await exportSheet("companies"),
      orders: await exportSheet("orders"),
      invoices: await exportSheet("invoices"),
    });
    const findRow = (name: Name, wanted: string) => {
      const [header = [], ...all] = sheets[name] ?? [];
      const row = all.find((cells) => cells.some(({ value }) => value === wanted)) ?? [];
      return Object.fromEntries(header.map(({ value }, index) => [value, row[index]]));
    };
    rows = {
      companies: findRow("companies", id),
      orders: findRow("orders", id),
      invoices: findRow("invoices", invoice.id),
    };
    formulas = Object.values(sheets).flatMap((sheet) =>
      sheet.flatMap((row) => row.flatMap(({ formula }) => formula || [])),
    );
  } finally {
    await ctx.close();
  }
});

const texts = {
  companies: ["企业名称", "简称", "详细地址", "联系人", "备注"],
  orders: ["企业", "商品", "取消/退款原因", "审核意见", "备注"],
  invoices: ["发票抬头", "企业", "驳回原因", "收票邮箱", "备注"],
} as const;

describe.each(["companies", "orders", "invoices"] as const)(
  "the export of %s, opened in LibreOffice",
  (name) => {
    test("has text cells for texts that start like a formula", () => {
      const [link = "", plus = "", minus = "", sign = "", tab = ""] = texts[name];
      const readCell = (header: string) => [rows[name][header]?.type, rows[name][header]?.value];
      expect(readCell(link)).toEqual(["string", '\'=HYPERLINK("http://x")']);
      expect(readCell(plus)).toEqual(["string", "'+86"]);
      expect(readCell(minus)).toEqual(["string", "'-1"]);
      expect(readCell(sign)).toEqual(["string", "'@某人"]);
      expect(readCell(tab)[0]).toBe("string");
      expect(readCell(tab)[1]).toMatch(/^'\s*=1\+1$/);
    });
  },
);

describe("the workbooks, opened in LibreOffice", () => {
  test("have no formula", () => {
    expect(formulas).toEqual([]);
  });

  test("have long numbers as text, with all digits", () => {
    expect(rows.companies["企业编号"]).toMatchObject({ type: "string", value: "9223372036854775806" });
    expect(rows.companies["统一社会信用代码"]).toMatchObject({
      type: "string",
      value: "0012345678901234567",
    });
    expect(rows.orders["订单编号"]).toMatchObject({ type: "string", value: "9223372036854775806" });
    expect(rows.orders["订单号"]).toMatchObject({ type: "string", value: "DD20260228000001" });
    expect(rows.invoices["税号"]).toMatchObject({ type: "string", value: "001234567890123456" });
  });

  test("have amounts in yuan and counts as numbers", () => {
    expect(rows.companies["实收金额（元）"]).toMatchObject({ type: "float", value: "12340.5" });
    expect(rows.companies["用户数"]).toMatchObject({ type: "float", value: "3" });
    expect(rows.orders["订单总额（元）"]).toMatchObject({ type: "float", value: "12340.5" });
    expect(rows.orders["优惠（元）"]).toMatchObject({ type: "float", value: "0.5" });
    expect(rows.orders["佣金比例（%）"]).toMatchObject({ type: "float", value: "12.5" });
    expect(rows.invoices["价税合计（元）"]?.type).toBe("float");
    expect(Math.round(Number(rows.invoices["价税合计（元）"]?.value) * 100)).toBe(amountFen);
  });

  test("have times as dates in Shanghai time", () => {
    const shanghai = { type: "date", value: "2026-03-01T00:30:05" };
    expect(rows.companies["创建时间"]).toMatchObject(shanghai);
    expect(rows.orders["创建时间"]).toMatchObject(shanghai);
    expect(rows.invoices["申请时间"]).toMatchObject(shanghai);
  });
});
