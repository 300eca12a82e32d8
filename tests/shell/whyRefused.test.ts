import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { whyRefused } from "../../src/app/runtime/whyRefused.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failing = (kind: ErrorKind) => () => Promise.reject(new CallError(kind, "GET /checkPwdStatus"));
const answering = (state: number) => async () => ({ state, message: "", data: null });

/** How often a refusal ended unexplained, after what the question was answered with. */
async function unexplained(ask: () => Promise<unknown>, ms = 1_000): Promise<number> {
  const told = vi.fn<() => void>();
  const client = { ask } as unknown as Client;
  const asking = whyRefused(client, told);
  await vi.advanceTimersByTimeAsync(ms);
  asking.stop();
  return told.mock.calls.length;
}

test.each(["unauthorized", "expired", "userUnusable", "noSession"] as const)(
  "a refusal that the question explains as %s has ended the session, and ends it once",
  async (kind) => {
    expect(await unexplained(failing(kind))).toBe(0);
  },
);

test("so has one that is answered with -2", async () => {
  expect(await unexplained(answering(-2))).toBe(0);
});

test("one that nothing explains is told as such: the server answers, or cannot be asked", async () => {
  expect(await unexplained(answering(0))).toBe(1);
  expect(await unexplained(answering(-1))).toBe(1);
  expect(await unexplained(failing("offline"))).toBe(1);
  expect(await unexplained(failing("timeout"))).toBe(1);
});

test("other tabs get a second to say why, within which a session that ends asks nothing", async () => {
  const ask = vi.fn<() => Promise<unknown>>(answering(0));
  expect(await unexplained(ask, 999)).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ask).not.toHaveBeenCalled();
});
