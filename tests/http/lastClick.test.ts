import { expect, test } from "vitest";
import { createLastClick } from "../../adapters/http/lastClick.ts";

/** A storage with a single value. */
function createStorage(value: string | null) {
  let stored = value;
  return {
    getItem: () => stored,
    setItem: (_: string, text: string) => (stored = text),
  } as unknown as Storage;
}

test.for([
  [null, 0],
  ["", 0],
  ["x", 0],
  ["-5", 0],
  ["Infinity", 0],
  ["999", 999],
  ["1000", 1_000],
  // In the future, from a clock that was set back or by manipulation: must not keep a session alive.
  ["1001", 0],
] as const)("a stored %s is read at 1,000 ms as %i", ([stored, at]) => {
  expect(createLastClick(createStorage(stored), () => 1_000).read()).toBe(at);
});

test("reads what was written", () => {
  const lastClick = createLastClick(createStorage(null), () => 1_000);
  lastClick.write(640);
  expect(lastClick.read()).toBe(640);
});
