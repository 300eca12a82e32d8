import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { md5, password, type TestPlatform, testPlatform } from "../platform.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
});
afterAll(() => on.close());

const firstPage = { pageNo: 1, pageSize: 20 };
const ask = async (url: string, payload: object, encoding: string) =>
  on.app.inject({
    method: "POST",
    url: `/wms/api${url}`,
    headers: { ...(await on.as("admin")), "accept-encoding": encoding },
    payload,
  });

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("A list goes to who takes %s as %s, and is the same list", async (taken, encoding, unpack) => {
  const plain = await ask("/company/pageList", firstPage, "identity");
  const packed = await ask("/company/pageList", firstPage, taken);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({ "content-encoding": encoding, "cache-control": "no-store" });
  expect(String(packed.headers["vary"])).toMatch(/accept-encoding/i);
  expect(JSON.parse(String(unpack(packed.rawPayload)))).toEqual(plain.json());
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
});

test("A short answer is sent as it is", async () => {
  const answer = await ask("/company/pageList", { ...firstPage, keyword: "没有这家企业" }, "br");
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.json().data.list).toEqual([]);
});

test("A login's answer, with its tokens, is not compressed, nor is the captcha or an export", async () => {
  const body = { phoneNumber: on.staff.operator.phoneNumber, password: md5(password) };
  const login = await ask("/user/login", body, "br");
  expect([login.json().state, login.headers["content-encoding"]]).toEqual([0, undefined]);
  const captcha = await on.app.inject({
    url: "/wms/api/image/base64/200/400",
    headers: { "accept-encoding": "br" },
  });
  expect(captcha.rawPayload.length).toBeGreaterThan(1_024);
  expect(captcha.headers["content-encoding"]).toBeUndefined();
  const file = await ask("/company/export", {}, "br");
  expect(file.rawPayload.length).toBeGreaterThan(1_024);
  expect(file.headers["content-encoding"]).toBeUndefined();
});
