import { describe, expect, test } from "vitest";
import { createTaskNumberGenerator } from "../../server/telemetry/flights/taskNumberGenerator.ts";

describe("task numbers", () => {
  test("use the day in Shanghai, which starts at 16:00 UTC", () => {
    const next = createTaskNumberGenerator();
    expect(next(new Date("2026-03-01T15:59:59.999Z"))).toBe("RW20260301000001");
    expect(next(new Date("2026-03-01T16:00:00.000Z"))).toBe("RW20260302000001");
    expect(next(new Date("2026-03-01T17:00:00.000Z"))).toBe("RW20260302000002");
    expect(next(new Date("2026-03-02T15:59:59.999Z"))).toBe("RW20260302000003");
  });

  test("continue after existing numbers, beyond a million", () => {
    const next = createTaskNumberGenerator(new Map([["20260302", 999_999]]));
    expect(next(new Date("2026-03-02T02:00:00.000Z"))).toBe("RW202603021000000");
    expect(next(new Date("2026-03-03T02:00:00.000Z"))).toBe("RW20260303000001");
  });
});
