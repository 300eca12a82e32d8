import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestPlatform, testPlatform } from "../platform.ts";

const token = "watching-over-the-server";
let on: TestPlatform;
let trying: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ env: { NODE_ENV: "production", METRICS_TOKEN: token } });
  trying = await testPlatform();
});
afterAll(async () => {
  await on.close();
  await trying.close();
});

const elsewhere = "203.0.113.9";
const see = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await on.app.inject({ method: "GET", url, remoteAddress, headers })).statusCode;

test.each(["/metrics", "/docs", "/openapi.json"])(
  "%s is there in production for the machine itself and for who has the token, and for nobody else",
  async (url) => {
    expect(await see(url, "127.0.0.1")).toBe(200);
    expect(await see(url, "::1")).toBe(200);
    expect(await see(url, elsewhere)).toBe(404);
    expect(await see(url, "127.0.0.1", { "x-forwarded-for": elsewhere })).toBe(404);
    expect(await see(url, elsewhere, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await see(url, elsewhere, { authorization: `Bearer ${token}x` })).toBe(404);
    expect(await see(url, elsewhere, { authorization: token })).toBe(404);
    const answer = await trying.app.inject({ method: "GET", url, remoteAddress: elsewhere });
    expect(answer.statusCode).toBe(200);
  },
);

test("Without a token set, none opens", async () => {
  const closed = await testPlatform({ env: { NODE_ENV: "production" } });
  const headers = { authorization: "Bearer undefined" };
  const answer = await closed.app.inject({
    method: "GET",
    url: "/metrics",
    remoteAddress: elsewhere,
    headers,
  });
  expect([answer.statusCode, answer.json()]).toEqual([404, { state: -1, message: "接口不存在", data: null }]);
  await closed.close();
});

test("/health and /ready answer a balancer anywhere", async () => {
  expect([await see("/health", elsewhere), await see("/ready", elsewhere)]).toEqual([200, 200]);
});
