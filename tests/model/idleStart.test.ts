import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { idleMachine } from "../../machines/idle.machine.ts";

const now = 5_000_000;

/** Loads a page with the stored state of an earlier one. */
function load(watch: "off" | "lock", stored: { readonly ago: number | null; readonly locked?: boolean }) {
  const effects: string[] = [];
  const timers = new SimulatedClock();
  const port = {
    now: () => now + timers.now(),
    readLastClick: () => (stored.ago === null ? 0 : now - stored.ago),
    isLocked: () => stored.locked ?? false,
    broadcast: ({ type }: { readonly type: string }) => void effects.push(type),
    onExpired: () => void effects.push("expired"),
    unlock: () => Promise.reject(new Error("nobody asks")),
  };
  const actor = createActor(idleMachine(port, watch), { clock: timers }).start();
  const at = () => actor.getSnapshot().value;
  /** Time until the state changes automatically, in ms from the load. */
  const getTimeUntilChange = () => {
    const first = at();
    for (let ms = 0; ms < 1_000_000; ms += 1) {
      if (at() !== first) return ms;
      timers.increment(1);
    }
    return null;
  };
  return { at: at(), effects, getTimeUntilChange };
}

describe("a loaded page counts from the last click, not from its load (R-165, R-167)", () => {
  test.for([
    [0, "active", 900_000],
    [600_000, "active", 300_000],
    [899_999, "active", 1],
    [900_000, "warning", 3_000],
    [902_999, "warning", 3_000],
  ] as const)("%i ms after the click it starts %s for %i ms", ([ago, state, ms]) => {
    const page = load("off", { ago });
    expect([page.at, page.effects]).toEqual([state, []]);
    expect(page.getTimeUntilChange()).toBe(ms);
  });

  test.for([903_000, 903_001, 90_000_000])("%i ms after the click the session ends immediately", (ago) => {
    const { at, effects } = load("off", { ago });
    expect([at, effects]).toEqual(["expired", ["expired"]]);
  });

  test.for([
    [902_999, "warning", []],
    [903_000, "locked", ["tab.locked"]],
    [903_001, "locked", ["tab.locked"]],
  ] as const)("%i ms after the click, in lock mode, it starts %s", ([ago, state, expectedEffects]) => {
    const { at, effects } = load("lock", { ago });
    expect([at, effects]).toEqual([state, expectedEffects]);
  });

  test("a stored lock applies even after a recent click", () => {
    expect(load("lock", { ago: 0, locked: true }).at).toBe("locked");
  });

  test("a stored lock is ignored outside of lock mode", () => {
    expect(load("off", { ago: 0, locked: true }).at).toBe("active");
  });

  test("without a stored click the time counts from the load", () => {
    const page = load("off", { ago: null });
    expect(page.at).toBe("active");
    expect(page.getTimeUntilChange()).toBe(900_000);
  });
});
