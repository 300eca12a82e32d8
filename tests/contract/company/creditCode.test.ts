import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeCheckCharacter, isCreditCode } from "../../../adapters/contract/creditCodeCheck.ts";

const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const first17 = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 17, maxLength: 17 });

describe("a unified social credit code", () => {
  test.each(["91440300708461136T", "91110000802100433B", "91330100799655058B"])(
    "%s, a real one, is valid",
    (code) => {
      expect(isCreditCode(code)).toBe(true);
    },
  );

  test("is valid with its check character only", () => {
    fc.assert(
      fc.property(first17, (start) => {
        const right = [...alphabet].filter((character) => isCreditCode(start + character));
        expect(right).toEqual([computeCheckCharacter(start)]);
      }),
    );
  });

  test("is invalid if any character is changed", () => {
    const change = fc.record({ start: first17, at: fc.nat(17), to: fc.constantFrom(...alphabet) });
    fc.assert(
      fc.property(change, ({ start, at, to }) => {
        const code = start + computeCheckCharacter(start);
        const changed = code.slice(0, at) + to + code.slice(at + 1);
        expect(isCreditCode(changed)).toBe(changed === code);
      }),
    );
  });

  test("has 18 characters of the standard's alphabet", () => {
    for (const code of [
      "",
      "9144030070846113",
      "91440300708461136T0",
      "91440300708461136t",
      "9144030070846113IT",
    ])
      expect(isCreditCode(code)).toBe(false);
  });
});
