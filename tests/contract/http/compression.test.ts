import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { createTestPlatform, md5, testPassword } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
afterAll(() => ctx.close());

const firstPage = { pageNo: 1, pageSize: 20 };
const requestEncoded = async (url: string, payload: object, encoding: string) =>
  ctx.app.inject({
    method: "POST",
    url: `/wms/api${url}`,
    headers: { ...(await ctx.loginAs("admin")), "accept-encoding": encoding },
    payload,
  });

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)(
  "With Accept-Encoding %s a list is sent as %s, with the same content",
  async (acceptEncoding, encoding, unpack) => {
    const plain = await requestEncoded("/company/pageList", firstPage, "identity");
    const packed = await requestEncoded("/company/pageList", firstPage, acceptEncoding);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(packed.headers).toMatchObject({ "content-encoding": encoding, "cache-control": "no-store" });
    expect(String(packed.headers["vary"])).toMatch(/accept-encoding/i);
    expect(JSON.parse(String(unpack(packed.rawPayload)))).toEqual(plain.json());
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  },
);

test("A short response is not compressed", async () => {
  const response = await requestEncoded("/company/pageList", { ...firstPage, keyword: "没有这家企业" }, "br");
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect(response.json().data.list).toEqual([]);
});

test("A login with its tokens, a captcha and an export are not compressed", async () => {
  const body = { phoneNumber: ctx.staff.operator.phoneNumber, password: md5(testPassword) };
  const login = await requestEncoded("/user/login", body, "br");
  expect([login.json().state, login.headers["content-encoding"]]).toEqual([0, undefined]);
  const captcha = await ctx.app.inject({
    url: "/wms/api/image/base64/200/400",
    headers: { "accept-encoding": "br" },
  });
  expect(captcha.rawPayload.length).toBeGreaterThan(1_024);
  expect(captcha.headers["content-encoding"]).toBeUndefined();
  const file = await requestEncoded("/company/export", {}, "br");
  expect(file.rawPayload.length).toBeGreaterThan(1_024);
  expect(file.headers["content-encoding"]).toBeUndefined();
});
