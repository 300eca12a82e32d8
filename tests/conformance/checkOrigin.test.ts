import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { checkOrigin } from "./checkOrigin.ts";
import { formatReport } from "./report.ts";

const origin = "https://console.example";
const headers = "Content-Type, Authorization, X-Token, u-token, u-platform";
const complete = {
  "Access-Control-Allow-Origin": origin,
  "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
  "Access-Control-Allow-Headers": headers,
};

/** What the check says of hosts that answer each preflight like this. */
async function check(answer: Readonly<Record<string, string>>, status = 204) {
  const server = createServer((_, response) => response.writeHead(status, answer).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results = await checkOrigin(completeConsoleConfig({ api, extensions: false }), origin);
  server.close();
  return formatReport(results);
}

test("hosts that allow the specification's methods and headers pass", async () => {
  expect((await check(complete)).at(-1)).toBe("6 passed, 0 differ, 0 not tried");
  expect((await check({ ...complete, "Access-Control-Allow-Origin": "*" }, 200)).at(-1)).toMatch(/^6 passed/);
});

test("what a browser would refuse is named by host", async () => {
  const lines = await check({
    "Access-Control-Allow-Origin": "https://other.example",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "content-type, x-token",
  });
  expect(lines.slice(0, 4)).toEqual([
    "R-061  differs    the main host lets a page of another origin send PUT /user/sysAdmin/pwd/modify",
    "    Access-Control-Allow-Origin: expected https://console.example, came https://other.example",
    "    Access-Control-Allow-Methods: expected PUT, came GET, POST",
    "    Access-Control-Allow-Headers: expected authorization, u-token, came content-type, x-token",
  ]);
  expect(lines.at(-1)).toBe("0 passed, 6 differ, 0 not tried");
});

test("a star does not cover Authorization, and a host that knows no OPTIONS refuses", async () => {
  const star = await check({ ...complete, "Access-Control-Allow-Headers": "*" });
  // The sign-in has no token.
  expect(star.at(-1)).toBe("1 passed, 5 differ, 0 not tried");
  expect(star[1]).toBe("    Access-Control-Allow-Headers: expected authorization, came *");
  expect((await check({}, 405))[1]).toBe("    OPTIONS: expected a status of 200 to 299, came 405");
});
