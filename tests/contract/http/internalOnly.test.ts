import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";

const token = "watching-over-the-server";
let ctx: TestPlatform;
let trialPlatform: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform({ env: { NODE_ENV: "production", METRICS_TOKEN: token } });
  trialPlatform = await createTestPlatform();
});
afterAll(async () => {
  await ctx.close();
  await trialPlatform.close();
});

const foreignAddress = "203.0.113.9";
const getStatus = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await ctx.app.inject({ method: "GET", url, remoteAddress, headers })).statusCode;

test.each(["/metrics", "/docs", "/openapi.json"])(
  "%s is available in production only locally or with the token",
  async (url) => {
    expect(await getStatus(url, "127.0.0.1")).toBe(200);
    expect(await getStatus(url, "::1")).toBe(200);
    expect(await getStatus(url, foreignAddress)).toBe(404);
    expect(await getStatus(url, "127.0.0.1", { "x-forwarded-for": foreignAddress })).toBe(404);
    expect(await getStatus(url, foreignAddress, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await getStatus(url, foreignAddress, { authorization: `Bearer ${token}x` })).toBe(404);
    expect(await getStatus(url, foreignAddress, { authorization: token })).toBe(404);
    const response = await trialPlatform.app.inject({ method: "GET", url, remoteAddress: foreignAddress });
    expect(response.statusCode).toBe(200);
  },
);

test("Without a configured token none is accepted", async () => {
  const closed = await createTestPlatform({ env: { NODE_ENV: "production" } });
  const headers = { authorization: "Bearer undefined" };
  const response = await closed.app.inject({
    method: "GET",
    url: "/metrics",
    remoteAddress: foreignAddress,
    headers,
  });
  expect([response.statusCode, response.json()]).toEqual([
    404,
    { state: -1, message: "接口不存在", data: null },
  ]);
  await closed.close();
});

test("/health and /ready are available from any address", async () => {
  expect([await getStatus("/health", foreignAddress), await getStatus("/ready", foreignAddress)]).toEqual([
    200, 200,
  ]);
});
