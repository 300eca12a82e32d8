import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { uploadCalls } from "../../../adapters/contract/upload.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { createOrderFixture, unwrapData } from "./orderFixture.ts";

const ctx = await createTestPlatform();
const fixture = await createOrderFixture(ctx);
afterAll(() => ctx.close());

interface Uploaded {
  readonly url: string;
  readonly previewUrl: string;
  readonly contentType: string;
}
const pdf = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n";
const upload = async (...parts: BlobPart[]) =>
  ctx.callAs("finance", orderPayCalls.orderPayVoucher, { file: new Blob(parts) });
const get = (url: string) => ctx.app.inject({ method: "GET", url });

test("A PDF is detected by its content, stored unchanged, and served under a signed URL for ten minutes", async () => {
  const { url, previewUrl, contentType } = unwrapData<Uploaded>(await upload(pdf));
  expect(contentType).toBe("application/pdf");
  const served = await get(previewUrl);
  expect([served.statusCode, served.body]).toEqual([200, pdf]);
  expect(served.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  expect(served.headers["content-disposition"]).toMatch(/^attachment/);
  expect((await get(url)).statusCode).toBe(403);
  expect((await get(`${previewUrl}x`)).statusCode).toBe(403);
  expect(
    (await get(previewUrl.replace(/until=(\d+)/, (_, at) => `until=${Number(at) + 1}`))).statusCode,
  ).toBe(403);
  ctx.clock.advance(600_001);
  expect((await get(previewUrl)).statusCode).toBe(403);
  // A page that is still open requests a new URL.
  const requestUrl = async (role: ConsoleRole, id = url.replace("/uploads/", "")) =>
    (await ctx.callAs(role, uploadCalls.uploadAddress, { params: { id } })).body;
  const { data } = await requestUrl("finance");
  expect((await get((data as { url: string }).url)).body).toBe(pdf);
  expect((await requestUrl("duty")).state).toBe(-3);
  expect(await requestUrl("operator", "77")).toMatchObject({ state: -1, message: "文件不存在或已删除" });
});

test("A picture is re-encoded; other files and incomplete PDFs are refused", async () => {
  const picture = await sharp({ create: { width: 3000, height: 40, channels: 3, background: "#1d3f72" } })
    .png()
    .toBuffer();
  const { previewUrl, contentType } = unwrapData<Uploaded>(await upload(Uint8Array.from(picture)));
  expect(contentType).toBe("image/webp");
  const { width } = await sharp((await get(previewUrl)).rawPayload).metadata();
  expect(width).toBe(2400);
  const uploadForBody = async (...parts: BlobPart[]) => (await upload(...parts)).body;
  expect(await uploadForBody("%PDF-1.7 cut off")).toMatchObject({
    state: -1,
    message: "PDF 文件不完整，请重新选择文件",
  });
  expect(await uploadForBody("<svg xmlns='http://www.w3.org/2000/svg'/>")).toMatchObject({
    state: -1,
    message: "文件的内容不是 PNG、JPEG、WebP 图片或 PDF，请重新选择文件",
  });
  expect(await uploadForBody("MZ\u0090")).toMatchObject({ state: -1 });
  expect(await uploadForBody(pdf, new Uint8Array(10 * 1024 * 1024))).toMatchObject({
    state: -1,
    message: "文件不能超过 10 MB，请压缩后重新上传",
  });
});

test("A registration has its voucher under a signed URL", async () => {
  const { id: companyId } = await (await createDataFactory(ctx)).createCompany();
  const { id: goodsId } = await fixture.createGoods();
  const items = [{ goodsId, quantity: 1, months: 12 }];
  const created = unwrapData<OrderDetail>(
    await fixture.create(await ctx.loginAs("operator"), { companyId, items }),
  );
  const unknown = await fixture.register(await ctx.loginAs("operator"), created, {
    voucherUrl: "/uploads/4611686018427387905",
  });
  expect(unknown.body.message).toBe("付款凭证不存在，请重新上传");
  const { url } = unwrapData<Uploaded>(await upload(pdf));
  unwrapData(await fixture.register(await ctx.loginAs("operator"), created, { voucherUrl: url }));
  const [pay] = await fixture.getPayments(created.id);
  expect(pay?.voucherUrl.startsWith(`${url}?until=`)).toBe(true);
  expect((await get(pay?.voucherUrl ?? "")).statusCode).toBe(200);
  // Downloaded, unless the console shows it in a frame of its own.
  const download = await get(pay?.voucherUrl ?? "");
  expect(download.headers).toMatchObject({
    "content-disposition": expect.stringMatching(/^attachment; /) as string,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-frame-options": "DENY",
  });
  const inline = await get(`${pay?.voucherUrl}&view=inline`);
  expect([inline.statusCode, inline.headers["content-type"]]).toEqual([200, "application/pdf"]);
  expect(inline.headers).toMatchObject({
    "content-disposition": expect.stringMatching(/^inline; /) as string,
    "x-frame-options": "SAMEORIGIN",
    "content-security-policy":
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
  });
  expect((await get(`${url}?view=inline`)).statusCode).toBe(403);
  const outsider = await ctx.callAs("duty", orderCalls.orderOne, { params: { id: created.id } });
  expect(outsider.body.state).toBe(-3);
});
