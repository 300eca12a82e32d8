import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError, type ErrorKind } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { probeSession } from "../../src/app/session/probeSession.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rejectWith = (kind: ErrorKind) => () => Promise.reject(new CallError(kind, "GET /checkPwdStatus"));
const resolveWith = (state: number) => async () => ({ state, message: "", data: null });

/** How often the probe reports an unexplained refusal, within `ms`, if its call has this result. */
async function countUnexplained(fetchEnvelope: () => Promise<unknown>, ms = 1_000): Promise<number> {
  const onUnexplained = vi.fn<() => void>();
  const client = { fetchEnvelope } as unknown as Client;
  const probe = probeSession(client, onUnexplained);
  await vi.advanceTimersByTimeAsync(ms);
  probe.stop();
  return onUnexplained.mock.calls.length;
}

test.each(["unauthorized", "expired", "userUnusable", "noSession"] as const)(
  "a probe that fails with %s reports nothing, as the error itself ends the session",
  async (kind) => {
    expect(await countUnexplained(rejectWith(kind))).toBe(0);
  },
);

test("state -2 explains the refusal too", async () => {
  expect(await countUnexplained(resolveWith(-2))).toBe(0);
});

test("other responses and network errors leave the refusal unexplained", async () => {
  expect(await countUnexplained(resolveWith(0))).toBe(1);
  expect(await countUnexplained(resolveWith(-1))).toBe(1);
  expect(await countUnexplained(rejectWith("offline"))).toBe(1);
  expect(await countUnexplained(rejectWith("timeout"))).toBe(1);
});

test("the probe waits one second for other tabs, and does not call if the session ends before", async () => {
  const fetchEnvelope = vi.fn<() => Promise<unknown>>(resolveWith(0));
  expect(await countUnexplained(fetchEnvelope, 999)).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetchEnvelope).not.toHaveBeenCalled();
});
