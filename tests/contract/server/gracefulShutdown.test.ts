import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { shutdownOnSignal } from "../../../server/shutdownOnSignal.ts";

/** A fake process that records its exits. Closing lasts until `closing` is resolved. */
function setupShutdown() {
  const owner = new EventEmitter();
  const exits: number[] = [];
  const errors: string[] = [];
  let at = 1_000;
  let closings = 0;
  const closing = Promise.withResolvers<void>();
  const { hasStarted, shutdownAfterError } = shutdownOnSignal(
    () => {
      closings += 1;
      return closing.promise;
    },
    (error) => errors.push(String(error)),
    { on: owner.on.bind(owner), exit: (code) => exits.push(code) },
    () => at,
  );
  const signal = (name: "SIGINT" | "SIGTERM", afterMs = 0) => {
    at += afterMs;
    owner.emit(name);
  };
  const settled = () => new Promise((later) => setImmediate(later));
  return {
    exits,
    errors,
    signal,
    closing,
    hasStarted,
    shutdownAfterError,
    settled,
    closings: () => closings,
  };
}

test("One Ctrl+C closes everything once and exits with 0, even if npm sends the signal twice", async () => {
  const { exits, signal, closing, hasStarted, settled, closings } = setupShutdown();
  expect(hasStarted()).toBe(false);
  signal("SIGINT");
  signal("SIGINT", 300);
  expect([hasStarted(), exits]).toEqual([true, []]);
  closing.resolve();
  await settled();
  expect([exits, closings()]).toEqual([[0], 1]);
});

test("A second signal while closing exits immediately with 1", () => {
  const { exits, signal, closings } = setupShutdown();
  signal("SIGTERM");
  signal("SIGINT", 301);
  expect([exits, closings()]).toEqual([[1], 1]);
});

test("An error while closing is reported", async () => {
  const { exits, errors, signal, closing, settled } = setupShutdown();
  signal("SIGINT");
  closing.reject(new Error("The disk is full"));
  await settled();
  expect([exits, errors]).toEqual([[], ["Error: The disk is full"]]);
});

test("After an error everything is closed and it exits with 1, even if it was closing already", async () => {
  const { exits, closing, hasStarted, shutdownAfterError, settled, closings } = setupShutdown();
  shutdownAfterError();
  expect([hasStarted(), exits]).toEqual([true, []]);
  closing.resolve();
  await settled();
  expect([exits, closings()]).toEqual([[1], 1]);

  const other = setupShutdown();
  other.signal("SIGTERM");
  other.shutdownAfterError();
  other.closing.resolve();
  await other.settled();
  expect([other.exits, other.closings()]).toEqual([[1], 1]);
});

test("After an error it exits after 20 s even if closing hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { exits, shutdownAfterError } = setupShutdown();
  shutdownAfterError();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});
