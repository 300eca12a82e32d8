import { describe, expect, test } from "vitest";
import { toTaskOutcome } from "../../server/telemetry/flights/flightOutcome.ts";

describe("A task closes", () => {
  test.each([
    [0, "", "partial", "提前返航"],
    [90, "", "partial", "提前返航"],
    [97, "电量不足，自动返航", "partial", "电量不足，自动返航"],
    [98, "", "finished", "航线完成"],
    [100, "电量不足，自动返航", "finished", "航线完成"],
    [Number.NaN, "", "finished", "已降落"],
    [Number.NaN, "电量严重不足，强制降落", "finished", "电量严重不足，强制降落"],
  ])("with %s percent of its route and the reason %o as %s", (pct, reason, status, endReason) => {
    expect(toTaskOutcome({ hasTakenOff: true, isForcedLanding: false, pct }, reason, false)).toEqual({
      status,
      endReason,
    });
  });

  test("as partial where a route was planned and nobody knows how much of it was flown", () => {
    const flown = { hasTakenOff: true, isForcedLanding: false, pct: Number.NaN };
    expect(toTaskOutcome(flown, "", true)).toEqual({ status: "partial", endReason: "航线进度未知" });
    expect(toTaskOutcome({ ...flown, pct: 98 }, "", true).status).toBe("finished");
  });

  test("as failed where the drone was forced down, as aborted where it never flew", () => {
    expect(toTaskOutcome({ hasTakenOff: true, isForcedLanding: true, pct: 100 }, "", true)).toEqual({
      status: "failed",
      endReason: "强制降落",
    });
    expect(toTaskOutcome({ hasTakenOff: false, isForcedLanding: false, pct: Number.NaN }, "", true)).toEqual({
      status: "aborted",
      endReason: "未起飞",
    });
  });
});
