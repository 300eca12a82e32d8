import { afterAll, expect, test } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const proxy = "10.1.2.3";
const ctx = await createTestPlatform({ env: { TRUST_PROXY: proxy } });
afterAll(() => ctx.close());

const getHeaders = async (url: string, remoteAddress: string, protocol?: string) => {
  const headers = protocol === undefined ? {} : { "x-forwarded-proto": protocol };
  return (await ctx.app.inject({ url, remoteAddress, headers })).headers;
};

test.each(["/health", "/wms/api/none", "/wms/api/staff/info"])(
  "%s asks for TLS where the request came over it",
  async (url) => {
    const name = "strict-transport-security";
    expect((await getHeaders(url, proxy, "https"))[name]).toBe("max-age=31536000");
    expect(await getHeaders(url, proxy, "http")).not.toHaveProperty(name);
    expect(await getHeaders(url, proxy)).not.toHaveProperty(name);
    // Anybody may say so.
    expect(await getHeaders(url, "203.0.113.9", "https")).not.toHaveProperty(name);
  },
);

test("No answer lets a page use what the console does not", async () => {
  const policy = String((await getHeaders("/health", "203.0.113.9"))["permissions-policy"]);
  expect(policy.split(", ")).toEqual(
    expect.arrayContaining(["camera=()", "geolocation=()", "microphone=()"]),
  );
  expect(policy).not.toMatch(/fullscreen|wake-lock|clipboard|autoplay/);
});
