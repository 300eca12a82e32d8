import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that makes the code complain on the console fails, unless it took the complaint itself. */
beforeEach(() => {
  const said: unknown[][] = [];
  vi.spyOn(console, "error").mockImplementation((...words) => void said.push(words));
  vi.spyOn(console, "warn").mockImplementation((...words) => void said.push(words));
  return () => expect(said, "unexpected console output").toEqual([]);
});

afterEach(() => vi.restoreAllMocks());
