import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { shutdownOnSignal } from "../../../server/shutdownOnSignal.ts";

/** A process whose exits are recorded. Its closing lasts until `closing` is resolved. */
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

test("One Ctrl+C closes everything once and ends with 0, though npm passes it on a second time", async () => {
  const { exits, signal, closing, hasStarted, settled, closings } = setupShutdown();
  expect(hasStarted()).toBe(false);
  signal("SIGINT");
  signal("SIGINT", 300);
  expect([hasStarted(), exits]).toEqual([true, []]);
  closing.resolve();
  await settled();
  expect([exits, closings()]).toEqual([[0], 1]);
});

test("A second one while it closes ends at once, with 1", () => {
  const { exits, signal, closings } = setupShutdown();
  signal("SIGTERM");
  signal("SIGINT", 301);
  expect([exits, closings()]).toEqual([[1], 1]);
});

test("A closing that fails is told", async () => {
  const { exits, errors, signal, closing, settled } = setupShutdown();
  signal("SIGINT");
  closing.reject(new Error("The disk is full"));
  await settled();
  expect([exits, errors]).toEqual([[], ["Error: The disk is full"]]);
});

test("After a fault everything is closed, and it ends with 1, also where it was ending already", async () => {
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

test("After a fault nothing waits longer than 20 s for what hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { exits, shutdownAfterError } = setupShutdown();
  shutdownAfterError();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});
