import { afterAll, expect, test } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const token = "watching-over-the-server";
const ctx = await createTestPlatform({ env: { NODE_ENV: "production", METRICS_TOKEN: token } });
const trialPlatform = await createTestPlatform();
afterAll(async () => {
  await ctx.close();
  await trialPlatform.close();
});

const foreignAddress = "203.0.113.9";
const getStatus = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await ctx.app.inject({ method: "GET", url, remoteAddress, headers })).statusCode;

test.each(["/metrics", "/docs", "/openapi.json"])(
  "%s is available in production only with the token, in development also locally",
  async (url) => {
    // A proxy on this machine may add no header.
    expect(await getStatus(url, "127.0.0.1")).toBe(404);
    expect(await getStatus(url, "::1")).toBe(404);
    expect(await getStatus(url, foreignAddress)).toBe(404);
    expect(await getStatus(url, "127.0.0.1", { authorization: `Bearer ${token}` })).toBe(200);
    expect(await getStatus(url, foreignAddress, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await getStatus(url, foreignAddress, { authorization: `Bearer ${token}x` })).toBe(404);
    expect(await getStatus(url, foreignAddress, { authorization: token })).toBe(404);
    const getTrialStatus = async (remoteAddress: string, headers = {}) =>
      (await trialPlatform.app.inject({ method: "GET", url, remoteAddress, headers })).statusCode;
    expect(await getTrialStatus("127.0.0.1")).toBe(200);
    expect(await getTrialStatus("::1")).toBe(200);
    expect(await getTrialStatus("127.0.0.1", { "x-forwarded-for": foreignAddress })).toBe(404);
    expect(await getTrialStatus(foreignAddress)).toBe(404);
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
