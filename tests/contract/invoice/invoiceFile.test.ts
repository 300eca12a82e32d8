import { afterAll, describe, expect, test } from "vitest";
import { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { createInvoiceFixture } from "./invoiceFixture.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const finance = await ctx.loginAs("finance");
afterAll(() => ctx.close());

const upload = (content: string | Buffer<ArrayBuffer>, type = ""): Promise<CallResponse> =>
  injectCall(ctx.app, invoiceCalls.invoiceFile, { file: new Blob([content], { type }) }, finance);

/** Builds a ZIP with one empty file of this name. */
function createZip(name: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.write("PK\u0003\u0004", "latin1");
  local.writeUInt16LE(bytes.length, 26);
  const central = Buffer.alloc(46);
  central.write("PK\u0001\u0002", "latin1");
  central.writeUInt16LE(bytes.length, 28);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + bytes.length, 12);
  end.writeUInt32LE(30 + bytes.length, 16);
  return Buffer.concat([local, bytes, central, bytes, end]);
}

const pdf = "%PDF-1.7\n%%EOF\n";
const xml = '<?xml version="1.0" encoding="UTF-8"?><EInvoice><Number>1</Number></EInvoice>';

describe("an invoice's file", () => {
  test.each([
    ["a PDF", pdf, "application/pdf", "pdf"],
    ["an OFD", createZip("OFD.xml"), "application/ofd", "ofd"],
    ["an XML", xml, "application/xml", "xml"],
    ["an XML with a byte order mark", `\ufeff${xml}`, "application/xml", "xml"],
  ])("%s is detected by its content and served as a download", async (_n, file, type, end) => {
    const response = await upload(file, "image/png");
    const { previewUrl, contentType } = unwrapData<{ previewUrl: string; contentType: string }>(response);
    expect(contentType).toBe(type);
    const served = await ctx.app.inject({ url: previewUrl });
    expect(served.statusCode).toBe(200);
    expect(served.headers["content-type"]).toBe(type);
    expect(served.headers["content-disposition"]).toMatch(new RegExp(`^attachment; .*\\.${end}"$`));
    expect(served.rawPayload).toEqual(Buffer.from(file));
    expect((await ctx.app.inject({ url: previewUrl.split("?")[0] ?? "" })).statusCode).toBe(403);
  });

  test.each([
    ["a PDF cut off", "%PDF-1.7\n1 0 obj"],
    ["another ZIP", createZip("word.xml")],
    ["a ZIP cut off before its directory", createZip("OFD.xml").subarray(0, 40)],
    ["an XML that is not well-formed", "<invoice><a></invoice>"],
    ["an XML with entities", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["a web page", "<!doctype html><html></html>"],
    ["a picture", Buffer.from("89504e470d0a1a0a", "hex")],
    ["nothing", ""],
  ])("%s is refused", async (_name, file) => {
    const { body } = await upload(file, "application/pdf");
    expect([body.state, body.message]).toEqual([-1, "仅支持 PDF、OFD、XML 格式的发票文件，且文件应完整"]);
  });

  test("is stored with the invoice number; an unknown file URL is refused", async () => {
    const fixture = await createInvoiceFixture(ctx);
    const { url } = unwrapData<{ url: string }>(await upload(pdf));
    const invoice = await fixture.createApplied();
    const wrong = await fixture.issue(finance, invoice, undefined, { fileUrl: "/uploads/12345" });
    expect(wrong.body.message).toBe("发票文件不存在，请重新上传");
    unwrapData(await fixture.issue(finance, invoice, undefined, { fileUrl: url }));
    const record = await fixture.getRecord(invoice.id);
    expect(record.fileUrl).toBe(url);
    const red = unwrapData<{ url: string }>(await upload(xml));
    unwrapData(await fixture.cancel(finance, record));
    unwrapData(
      await fixture.issue(finance, await fixture.getRecord(invoice.id), undefined, { fileUrl: red.url }),
    );
    expect(await fixture.getRecord(invoice.id)).toMatchObject({ fileUrl: url, redFileUrl: red.url });
  });
});
