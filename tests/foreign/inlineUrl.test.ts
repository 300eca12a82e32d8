import { expect, test } from "vitest";
import { toInlineUrl } from "../../src/list/FileLink.tsx";

test("the address of another platform's PDF is used as given, as its signature may cover it", () => {
  expect(toInlineUrl("https://files.test/a.pdf?sign=1", { extensions: false })).toBe(
    "https://files.test/a.pdf?sign=1",
  );
  expect(toInlineUrl("https://own.test/uploads/1?sign=1", { extensions: true })).toBe(
    "https://own.test/uploads/1?sign=1&view=inline",
  );
});
