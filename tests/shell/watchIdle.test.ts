import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createLastClick } from "../../adapters/http/lastClick.ts";
import { createLockStorage } from "../../adapters/http/lockStorage.ts";
import type { StartActor } from "../../src/app/boot/createStartActor.ts";
import { watchIdle } from "../../src/app/session/watchIdle.ts";
import { setupFakePage } from "./setupFakePage.ts";

const start = Date.parse("2026-03-02T02:00:00Z");
let page: ReturnType<typeof setupFakePage>;
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ["Date", "setTimeout", "clearTimeout"] });
  page = setupFakePage();
});
afterEach(() => {
  page.leave();
  vi.useRealTimers();
});

/** A watched session, with the events that its machine gets from the page and from other tabs. */
function setupWatch() {
  const expired = vi.fn<() => void>();
  const sent: string[] = [];
  const starting: StartActor = (_, machine) => {
    // Which options a machine needs is its type's affair, as in the product's own starter.
    const actor = createActor(machine, ...([] as never));
    const send = actor.send.bind(actor);
    actor.send = (event) => {
      sent.push(event.type);
      send(event);
    };
    return actor.start();
  };
  const watch = watchIdle(starting, "off", {
    lastClick: createLastClick(page.local, Date.now),
    lock: createLockStorage(page.local),
    onExpired: expired,
    unlock: async () => undefined,
  });
  return { ...watch, expired, sent };
}

describe("a tab whose timers stood still", () => {
  test.each([
    ["document", "visibilitychange"],
    ["window", "focus"],
    ["window", "pageshow"],
  ] as const)("notices by the %s's %s that its 15 minutes are over", (target, event) => {
    const { expired, stop } = setupWatch();
    // The clock goes on while no timer fires, as in a hidden tab or under a closed lid.
    vi.setSystemTime(start + 903_000);
    expect(expired).not.toHaveBeenCalled();
    page[target].dispatchEvent(new Event(event));
    expect(expired).toHaveBeenCalledTimes(1);
    stop();
  });

  test("goes on where they are not over yet", () => {
    const { expired, stop } = setupWatch();
    vi.setSystemTime(start + 840_000);
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect(expired).not.toHaveBeenCalled();
    stop();
  });
});

describe("a session", () => {
  test("hears of clicks in other tabs while it lasts, and of nothing once it is over", async () => {
    const { actor, sent, stop } = setupWatch();
    await page.tellElsewhere("idle", { type: "tab.click", at: start });
    expect(sent).toEqual(["tab.click"]);
    stop();
    await page.tellElsewhere("idle", { type: "tab.click", at: start });
    page.document.dispatchEvent(new Event("click"));
    page.window.dispatchEvent(new Event("focus"));
    expect(sent).toEqual(["tab.click"]);
    expect(actor.getSnapshot().status).toBe("stopped");
  });

  test("counts from the last click that is stored, and from now where none is", () => {
    page.local.setItem("lastClick", String(start - 840_000));
    const kept = setupWatch();
    expect(kept.actor.getSnapshot().context.lastClick).toBe(start - 840_000);
    kept.stop();
    page.local.clear();
    const fresh = setupWatch();
    expect(page.local.getItem("lastClick")).toBe(String(start));
    fresh.stop();
  });
});
