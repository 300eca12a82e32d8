import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { invoiceCalls } from "../../adapters/contract/invoice.ts";
import { logoCalls } from "../../adapters/contract/logo.ts";
import { orderPayCalls } from "../../adapters/contract/orderPay.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { type Answered, send } from "../send.ts";
import { type InvoiceDesk, invoiceDesk } from "./invoiceDesk.ts";
import { dataOf } from "./orderDesk.ts";

type Made = "picture" | "voucher" | "invoice file";

let on: TestPlatform;
let desk: InvoiceDesk;
const files = new Map<Made, string>();
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  desk = await invoiceDesk(on);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#1d3f72" } })
    .png()
    .toBuffer();
  const png = new Blob([Uint8Array.from(picture)]);
  const pdf = new Blob(["%PDF-1.7\n%%EOF\n"]);
  const headers = desk.colleague.headers;
  const urlOf = (answer: Answered) => dataOf<{ url: string }>(answer).url;
  files.set("picture", urlOf(await send(on.app, logoCalls.logoUpload, { file: png }, headers)));
  files.set("voucher", urlOf(await send(on.app, orderPayCalls.orderPayVoucher, { file: png }, headers)));
  files.set("invoice file", urlOf(await send(on.app, invoiceCalls.invoiceFile, { file: pdf }, headers)));
});
afterAll(() => on.close());

const asVoucher = async (voucherUrl: string) =>
  desk.orders.register(desk.colleague.headers, await desk.order(), { voucherUrl });
const asContract = async (contractUrl: string) => {
  const { companyId, items } = await desk.orders.record((await desk.order()).id);
  const [{ goodsId = "" } = {}] = items;
  const body = { companyId, items: [{ goodsId, quantity: 1, months: 12 }], contractUrl };
  return desk.orders.create(desk.colleague.headers, body);
};
const asInvoice = async (fileUrl: string) =>
  desk.issue(desk.colleague.headers, await desk.applied(), undefined, { fileUrl });
let covers = 0;
const asCover = async (cover: string) => {
  const { items } = await desk.orders.record((await desk.order()).id);
  const [{ services = [] } = {}] = items;
  const body = {
    name: "封面商品",
    code: `FM-${++covers}`,
    cover,
    months: 12,
    originPriceFen: 100,
    priceFen: 100,
    items: services.map(({ serviceId }) => ({ serviceId, quantity: 1 })),
    requestId: desk.orders.requestId(),
  };
  return send(on.app, goodsCalls.goodsSave, { body }, desk.colleague.headers);
};
const asLogo = (url: string) =>
  send(on.app, logoCalls.logoPreview, { body: { companyId: desk.companyId, url } }, desk.colleague.headers);

test.each<readonly [use: string, act: (url: string) => Promise<Answered>, fits: Made, refusal: string]>([
  ["a payment's voucher", asVoucher, "voucher", "付款凭证不存在，请重新上传"],
  ["an order's contract", asContract, "voucher", "合同文件不存在，请重新上传"],
  ["an invoice's file", asInvoice, "invoice file", "发票文件不存在，请重新上传"],
  ["a cover of goods", asCover, "picture", "封面图片不存在，请重新上传"],
  ["a company's logo", asLogo, "picture", "图片不存在或已删除"],
])("what was uploaded for something else is not taken as %s", async (_use, act, fits, refusal) => {
  for (const [made, url] of files) {
    const { body } = await act(url);
    expect([made, body.state, body.message]).toEqual(made === fits ? [made, 0, ""] : [made, -1, refusal]);
  }
});
