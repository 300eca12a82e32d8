import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { probeSession } from "../../src/app/session/probeSession.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rejectWith = (kind: ErrorKind) => () => Promise.reject(new CallError(kind, "GET /checkPwdStatus"));
const resolveWith = (state: number) => async () => ({ state, message: "", data: null });

/** How often a refusal ended unexplained, after what the question was answered with. */
async function measureUnexplained(fetchEnvelope: () => Promise<unknown>, ms = 1_000): Promise<number> {
  const onReason = vi.fn<() => void>();
  const client = { fetchEnvelope } as unknown as Client;
  const asking = probeSession(client, onReason);
  await vi.advanceTimersByTimeAsync(ms);
  asking.stop();
  return onReason.mock.calls.length;
}

test.each(["unauthorized", "expired", "userUnusable", "noSession"] as const)(
  "a refusal that the question explains as %s has ended the session, and ends it once",
  async (kind) => {
    expect(await measureUnexplained(rejectWith(kind))).toBe(0);
  },
);

test("so has one that is answered with -2", async () => {
  expect(await measureUnexplained(resolveWith(-2))).toBe(0);
});

test("one that nothing explains is told as such: the server answers, or cannot be asked", async () => {
  expect(await measureUnexplained(resolveWith(0))).toBe(1);
  expect(await measureUnexplained(resolveWith(-1))).toBe(1);
  expect(await measureUnexplained(rejectWith("offline"))).toBe(1);
  expect(await measureUnexplained(rejectWith("timeout"))).toBe(1);
});

test("other tabs get a second to say why, within which a session that ends asks nothing", async () => {
  const ask = vi.fn<() => Promise<unknown>>(resolveWith(0));
  expect(await measureUnexplained(ask, 999)).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ask).not.toHaveBeenCalled();
});
