import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { setupSampleContext } from "../samples/setupSampleContext.ts";
import { type FuzzAnswer, findViolations } from "./findViolations.ts";
import { createFuzzTargets, type FuzzTarget } from "./fuzzTargets.ts";
import { sampleHeads, sendRaw } from "./hostileHead.ts";
import { sampleRecipes, writeRequest } from "./hostileRequest.ts";

/** Growth of the heap from the middle to the end of a long run that is no leak, MB. */
const maxGrowthMb = 40;

const getContext = setupSampleContext({ seedDemoData: true });

setFlagsFromString("--expose-gc");
// Cast: the flag adds it to new contexts.
const collectGarbage = runInNewContext("gc") as () => void;

/** The heap in use after a collection, MB. */
function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

/** Errors that the server reported meanwhile. The log, which grows with each call, is dropped. */
function takeErrors(): string[] {
  const { ctx } = getContext();
  ctx.logLines.length = 0;
  return ctx.errors.splice(0).map((error) => `reported: ${error instanceof Error ? error.stack : error}`);
}

async function sendHostile(target: FuzzTarget, recipe: ReturnType<typeof sampleRecipes>[number]) {
  const { method, url, headers, payload } = await writeRequest(target, recipe);
  const response = await getContext().ctx.app.inject({
    method,
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  const answer: FuzzAnswer = {
    sentBytes: Buffer.byteLength(payload ?? "") + url.length + JSON.stringify(headers).length,
    status: response.statusCode,
    isJson: String(response.headers["content-type"]).includes("json"),
    body: response.payload,
  };
  return answer;
}

let targetsPromise: ReturnType<typeof createFuzzTargets> | undefined;

/** Sends that many requests, to all targets in turn. */
async function fuzzBodies(count: number) {
  targetsPromise ??= createFuzzTargets(getContext());
  const targets = await targetsPromise;
  const recipes = sampleRecipes(count);
  const violations: string[] = [];
  const statuses = new Map<number, number>();
  let middleMb = 0;
  for (const [turn, recipe] of recipes.entries()) {
    const target = targets[turn % targets.length];
    if (!target) throw new Error("There are no targets");
    const answer = await sendHostile(target, recipe);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const where = `${turn}: ${target.method} ${target.path}, ${JSON.stringify(recipe).slice(0, 500)}`;
    for (const fault of [...findViolations(answer), ...takeErrors()]) violations.push(`${fault} (${where})`);
    if (turn === Math.floor(count / 2)) middleMb = measureHeap();
  }
  return { violations, statuses, growthMb: measureHeap() - middleMb };
}

/** Opens the server to real connections; returns its port. */
async function listen(): Promise<number> {
  const { app } = getContext().ctx;
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  // Cast: it listens on a port.
  return (app.server.address() as AddressInfo).port;
}

/** Sends that many requests whose first line and headers are broken. */
async function fuzzHeads(count: number): Promise<string[]> {
  const port = await listen();
  const violations: string[] = [];
  for (const head of sampleHeads(count)) {
    const answer = await sendRaw(port, head);
    for (const fault of [...(answer ? findViolations(answer) : []), ...takeErrors()])
      violations.push(`${fault} (${JSON.stringify(head.slice(0, 500))})`);
  }
  return violations;
}

test("An upgrade that is no WebSocket is refused in Chinese", async () => {
  const port = await listen();
  const head = "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  expect(await sendRaw(port, head)).toMatchObject({
    status: 400,
    body: '{"state":-1,"message":"请求格式不正确，请刷新页面后重试","data":null}',
  });
});

const issue = { path: "a", message: "必填" };
test.each<readonly [string, Partial<FuzzAnswer>, RegExp]>([
  ["a fault of the server", { status: 500 }, /status 500/],
  ["a text of the parser", { body: '{"state":-1,"message":"请求：Unexpected token"}' }, /message: 请求/],
  ["a text that is not Chinese", { body: '{"state":-1,"message":"Bad Request"}' }, /message: Bad/],
  ["an answer without an envelope", { isJson: false, body: "Not Found" }, /no envelope/],
  [
    "an answer far longer than its request",
    { sentBytes: 10, body: `"${"a".repeat(3_000)}"` },
    /3002 bytes for 10/,
  ],
  ["an error of megabytes", { sentBytes: 1e6, body: `"${"a".repeat(70_000)}"` }, /an error of 70002 bytes/],
  [
    "too many issues",
    { body: JSON.stringify({ state: -1, message: "错", data: { issues: Array(21).fill(issue) } }) },
    /21 issues/,
  ],
])("The fuzz finds %s", (_what, planted, expected) => {
  const answer = { sentBytes: 100, status: 400, isJson: true, body: '{"state":-1,"message":"错"}' };
  expect(findViolations(answer)).toEqual([]);
  expect(findViolations({ ...answer, ...planted }).join()).toMatch(expected);
});

// Its connection stayed open for ever, and the server could not stop.
test("An upgrade to another protocol, with a body, is an ordinary request", async () => {
  const head = "POST /%ff HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: close, Upgrade\r\n";
  const body = "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  expect(await sendRaw(await listen(), head + body)).toMatchObject({ status: 400 });
});

describe("Whatever is sent to a call, the answer is short, Chinese and no 500", () => {
  test("for some hundred bodies", { tags: "full", timeout: 300_000 }, async () => {
    const { violations, statuses } = await fuzzBodies(400);
    expect(violations).toEqual([]);
    // The bodies come as far as the handlers, and into each kind of refusal.
    for (const status of [200, 400, 401, 413])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
  });

  test("for some hundred heads", { tags: "full" }, async () => {
    expect(await fuzzHeads(300)).toEqual([]);
  });

  test("for 10,000 bodies, and memory stays flat", { tags: "full", timeout: 3_000_000 }, async () => {
    const { violations, growthMb } = await fuzzBodies(10_000);
    expect(violations).toEqual([]);
    expect(growthMb).toBeLessThan(maxGrowthMb);
  });

  test("for 5,000 heads", { tags: "full", timeout: 600_000 }, async () => {
    expect(await fuzzHeads(5_000)).toEqual([]);
  });
});
