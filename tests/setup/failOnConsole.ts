import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that makes the code complain on the console fails, unless it took the complaint itself. */
beforeEach(() => {
  const messages: unknown[][] = [];
  vi.spyOn(console, "error").mockImplementation((...args) => void messages.push(args));
  vi.spyOn(console, "warn").mockImplementation((...args) => void messages.push(args));
  return () => expect(messages, "unexpected console output").toEqual([]);
});

afterEach(() => vi.restoreAllMocks());
