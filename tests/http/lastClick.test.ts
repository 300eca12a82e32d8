import { expect, test } from "vitest";
import { createLastClick } from "../../adapters/http/lastClick.ts";

/** The one value that is read and written, as a browser's storage keeps it. */
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
  // Of a clock that was set back, or of somebody's hand: no session lasts for ever by it.
  ["1001", 0],
] as const)("a stored %s at 1,000 ms is a click at %i", ([stored, at]) => {
  expect(createLastClick(createStorage(stored), () => 1_000).read()).toBe(at);
});

test("what was written is read", () => {
  const lastClick = createLastClick(createStorage(null), () => 1_000);
  lastClick.write(640);
  expect(lastClick.read()).toBe(640);
});
