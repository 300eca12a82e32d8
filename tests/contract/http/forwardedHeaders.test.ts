import { expect, test } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

/** Sends the requests in turn; returns the addresses in the logged warnings. */
async function collectWarnings(
  trusted: string,
  requests: readonly { readonly from: string; readonly headers: Readonly<Record<string, string>> }[],
): Promise<unknown[]> {
  const ctx = await createTestPlatform({ env: { TRUST_PROXY: trusted, LOG_LEVEL: "info" } });
  for (const { from, headers } of requests)
    await ctx.app.inject({ url: "/health", remoteAddress: from, headers });
  const lines = ctx.logLines.map(
    (line) => JSON.parse(line) as { level: string; msg: string; address?: string },
  );
  await ctx.close();
  return lines
    .filter(({ level, msg }) => level === "warn" && msg.includes("TRUST_PROXY"))
    .map(({ address }) => address);
}

const forwardedHeaders = { "x-forwarded-for": "203.0.113.9" };

test("An untrusted address that sends forwarded headers is logged once as a warning", async () => {
  const requests = [
    { from: "192.0.2.1", headers: {} },
    { from: "192.0.2.1", headers: forwardedHeaders },
    { from: "192.0.2.1", headers: forwardedHeaders },
    { from: "192.0.2.2", headers: { "x-forwarded-proto": "https" } },
    { from: "192.0.2.3", headers: { forwarded: "for=203.0.113.9" } },
  ];
  expect(await collectWarnings("10.0.0.0/8", requests)).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
});

test("Without a trusted proxy loopback is warned of as well; a trusted proxy never", {
  tags: "full",
}, async () => {
  expect(await collectWarnings("", [{ from: "127.0.0.1", headers: forwardedHeaders }])).toEqual([
    "127.0.0.1",
  ]);
  const requests = ["10.1.2.3", "::ffff:10.1.2.3"].map((from) => ({ from, headers: forwardedHeaders }));
  expect(await collectWarnings("10.0.0.0/8", requests)).toEqual([]);
});

test("At most ten addresses are warned of", async () => {
  const requests = Array.from({ length: 30 }, (_, i) => ({
    from: `192.0.2.${i + 1}`,
    headers: forwardedHeaders,
  }));
  expect(await collectWarnings("10.0.0.0/8", requests)).toHaveLength(10);
});
