import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogOutput, type LogOutput } from "../../../server/log/createLogOutput.ts";

let written: string;
/** Bytes that the reader still takes. */
let room: number;
let errorCode: string;
let recovered: number[];
let output: LogOutput;
beforeEach(() => {
  vi.useFakeTimers();
  written = "";
  room = Number.POSITIVE_INFINITY;
  errorCode = "EAGAIN";
  recovered = [];
  output = createLogOutput(
    (bytes) => {
      if (room === 0) throw Object.assign(new Error(errorCode), { code: errorCode });
      const taken = bytes.subarray(0, room);
      room -= taken.length;
      written += Buffer.from(taken).toString();
      return taken.length;
    },
    (lines) => recovered.push(lines),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test("lines are written at once while the reader keeps up", () => {
  output.write("one\n");
  output.write("two\n");
  expect(written).toBe("one\ntwo\n");
});

test.each(["EAGAIN", "ENOSPC"])(
  "after %s lines wait, and come whole and in order once there is room",
  (code) => {
    errorCode = code;
    room = 6;
    for (const line of ["one\n", "two\n", "three\n"]) output.write(line);
    expect(written).toBe("one\ntw");
    vi.advanceTimersByTime(1_000);
    expect(written).toBe("one\ntw");
    room = Number.POSITIVE_INFINITY;
    // The order is kept.
    output.write("four\n");
    vi.advanceTimersByTime(100);
    expect(written).toBe("one\ntwo\nthree\nfour\n");
    expect(output.droppedCount()).toBe(0);
    expect(recovered).toEqual([]);
  },
);

test("beyond 1 MiB lines are dropped and counted, and told once when the others are written", () => {
  room = 0;
  const line = `${"x".repeat(1_023)}\n`;
  for (let i = 0; i < 1_030; i++) output.write(line);
  expect(output.droppedCount()).toBe(6);
  room = 1_024 * 1_000;
  vi.advanceTimersByTime(100);
  expect(recovered).toEqual([]);
  room = Number.POSITIVE_INFINITY;
  vi.advanceTimersByTime(1_000);
  expect(written.length).toBe(1_024 * 1_024);
  expect(recovered).toEqual([6]);
  output.write(line);
  expect(written.length).toBe(1_024 * 1_025);
  expect(output.droppedCount()).toBe(6);
});

test("the last flush writes what waits, and ends with a reader that does not read or a full disk", () => {
  room = 0;
  output.write("last\n");
  vi.useRealTimers();
  const from = performance.now();
  output.flush(50);
  expect(performance.now() - from).toBeGreaterThanOrEqual(50);
  errorCode = "ENOSPC";
  output.flush(60_000);
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(written).toBe("");
  room = 10;
  output.flush(50);
  expect(written).toBe("last\n");
});
