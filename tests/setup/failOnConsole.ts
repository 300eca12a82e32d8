import { afterEach, beforeEach, expect, vi } from "vitest";

/** Fails a test whose code writes a warning or an error to the console, unless the test mocks the method itself. */
beforeEach(() => {
  const messages: unknown[][] = [];
  vi.spyOn(console, "error").mockImplementation((...args) => void messages.push(args));
  vi.spyOn(console, "warn").mockImplementation((...args) => void messages.push(args));
  return () => expect(messages, "unexpected console output").toEqual([]);
});

afterEach(() => vi.restoreAllMocks());
