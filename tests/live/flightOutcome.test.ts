import { describe, expect, test } from "vitest";
import { toFlightOutcome } from "../../server/telemetry/flights/flightOutcome.ts";
import { samplePosition, setupFleet, slot } from "./setupFleet.ts";

const t0 = Date.UTC(2026, 2, 2, 2);

/** The outcome of a 10 s flight with the given route progress. */
function endFlight(pct: number | null, flags = { hasTakenOff: true, isForcedLanding: false }) {
  const { fleet, send } = setupFleet();
  send({ tSrc: t0, ...samplePosition(0), ...(pct === null ? {} : { pct }) });
  send({ tSrc: t0 + 10_000, ...samplePosition(50), ...(pct === null ? {} : { pct }) });
  const stats = { distanceM: 50.4, maxHeightM: 120, firstAt: t0, lastAt: t0 + 10_000 };
  return toFlightOutcome(fleet, slot, flags, stats);
}

describe("the outcome of a flight", () => {
  test.each([
    [0, "partial", "提前返航"],
    [90, "partial", "提前返航"],
    [97, "partial", "提前返航"],
    [98, "finished", "航线完成"],
    [100, "finished", "航线完成"],
    [null, "finished", "航线完成"],
  ])("with %s percent of the route flown is %s", (pct, status, endReason) => {
    expect(endFlight(pct)).toEqual({ status, endReason, durationS: 10, distanceM: 50, maxHeightM: 120 });
  });

  test("is failed after a forced landing and aborted without a take-off", () => {
    expect(endFlight(100, { hasTakenOff: true, isForcedLanding: true })).toMatchObject({
      status: "failed",
      endReason: "强制降落",
    });
    expect(endFlight(null, { hasTakenOff: false, isForcedLanding: false })).toMatchObject({
      status: "aborted",
      endReason: "未起飞",
    });
  });
});
