import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { logoCalls } from "../../../adapters/contract/logo.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createInvoiceFixture } from "../invoice/invoiceFixture.ts";
import { unwrapData } from "../order/orderFixture.ts";

type UploadKind = "picture" | "voucher" | "invoice file";

const files = new Map<UploadKind, string>();
const ctx = await createTestPlatform({ seedDemoData: true });
const fixture = await createInvoiceFixture(ctx);
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#1d3f72" } })
  .png()
  .toBuffer();
const png = new Blob([Uint8Array.from(picture)]);
const pdf = new Blob(["%PDF-1.7\n%%EOF\n"]);
const headers = fixture.colleague.headers;
const getUrl = (response: CallResponse) => unwrapData<{ url: string }>(response).url;
files.set("picture", getUrl(await injectCall(ctx.app, logoCalls.logoUpload, { file: png }, headers)));
files.set(
  "voucher",
  getUrl(await injectCall(ctx.app, orderPayCalls.orderPayVoucher, { file: png }, headers)),
);
files.set(
  "invoice file",
  getUrl(await injectCall(ctx.app, invoiceCalls.invoiceFile, { file: pdf }, headers)),
);
afterAll(() => ctx.close());

const submitAsVoucher = async (voucherUrl: string) =>
  fixture.orders.register(fixture.colleague.headers, await fixture.createOrder(), { voucherUrl });
const submitAsContract = async (contractUrl: string) => {
  const { companyId, items } = await fixture.orders.getRecord((await fixture.createOrder()).id);
  const [{ goodsId = "" } = {}] = items;
  const body = { companyId, items: [{ goodsId, quantity: 1, months: 12 }], contractUrl };
  return fixture.orders.create(fixture.colleague.headers, body);
};
const submitAsInvoice = async (fileUrl: string) =>
  fixture.issue(fixture.colleague.headers, await fixture.createApplied(), undefined, { fileUrl });
let coverCount = 0;
const submitAsCover = async (cover: string) => {
  const { items } = await fixture.orders.getRecord((await fixture.createOrder()).id);
  const [{ services = [] } = {}] = items;
  const body = {
    name: "封面商品",
    code: `FM-${++coverCount}`,
    cover,
    months: 12,
    originPriceFen: 100,
    priceFen: 100,
    items: services.map(({ serviceId }) => ({ serviceId, quantity: 1 })),
    requestId: fixture.orders.nextRequestId(),
  };
  return injectCall(ctx.app, goodsCalls.goodsSave, { body }, fixture.colleague.headers);
};
const submitAsLogo = (url: string) =>
  injectCall(
    ctx.app,
    logoCalls.logoPreview,
    { body: { companyId: fixture.companyId, url } },
    fixture.colleague.headers,
  );

test.each<
  readonly [use: string, submit: (url: string) => Promise<CallResponse>, fits: UploadKind, refusal: string]
>([
  ["a payment's voucher", submitAsVoucher, "voucher", "付款凭证不存在，请重新上传"],
  ["an order's contract", submitAsContract, "voucher", "合同文件不存在，请重新上传"],
  ["an invoice's file", submitAsInvoice, "invoice file", "发票文件不存在，请重新上传"],
  ["a cover of goods", submitAsCover, "picture", "封面图片不存在，请重新上传"],
  ["a company's logo", submitAsLogo, "picture", "图片不存在或已删除"],
])("an upload for another purpose is refused as %s", async (_use, submit, fits, refusal) => {
  for (const [created, url] of files) {
    const { body } = await submit(url);
    expect([created, body.state, body.message]).toEqual(
      created === fits ? [created, 0, ""] : [created, -1, refusal],
    );
  }
});
