import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { listPageObject } from "../lists/listPageObject.ts";

/** Page object of 订单列表 and its forms. */
export function orderPageObject(page: Page) {
  const screen = listPageObject(page, {
    path: "/order/orderList",
    noun: "订单",
    call: "/order/v3/pageList",
  });
  const record = page.getByRole("dialog", { name: "新增订单" });
  const choose = async (within: Locator, label: string, typed: string, option: string | RegExp) => {
    const box = within.getByRole("combobox", { name: label, exact: true });
    await box.click();
    if (typed !== "") await box.fill(typed);
    await page.getByRole("option", { name: option }).first().click();
  };
  return {
    ...screen,
    record,
    choose,
    register: page.getByRole("dialog", { name: /^登记回款 / }),
    audit: page.getByRole("dialog", { name: /^(财务|退款)审核 / }),
    /** Number of the first order in the list. */
    getFirstOrderNo: async () => (await screen.rows.first().getByRole("button").first().textContent()) ?? "",
    row: (orderNo: string) =>
      screen.rows.filter({ has: page.getByRole("button", { name: orderNo, exact: true }) }),
    /** Fills in an order with one package; leaves the type unchanged. */
    fill: async (company: string, goods: string, quantity: string) => {
      await choose(record, "企业", company, company);
      await choose(record, "商品", goods, new RegExp(goods));
      await record.getByRole("textbox", { name: "数量" }).fill(quantity);
    },
    tab: (name: string) => screen.main.getByRole("tab", { name: new RegExp(`^${name}`) }),
  };
}

/** A bank receipt as an image. */
export async function createReceiptPng(name: string) {
  const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: "#dde8f5" } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

/** A bank receipt as a minimal valid PDF. */
export const createReceiptPdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
  ),
});
