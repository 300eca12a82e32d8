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
  page.restore();
  vi.useRealTimers();
});

/** Starts the idle watch; `sent` records the events that its machine receives. */
function setupWatch() {
  const onExpired = vi.fn<() => void>();
  const sent: string[] = [];
  const startActor: StartActor = (_, machine) => {
    // The options type depends on the machine, as in `createStartActor`.
    const actor = createActor(machine, ...([] as never));
    const send = actor.send.bind(actor);
    actor.send = (event) => {
      sent.push(event.type);
      send(event);
    };
    return actor.start();
  };
  const watch = watchIdle(startActor, "off", {
    lastClick: createLastClick(page.local, Date.now),
    lock: createLockStorage(page.local),
    onExpired,
    unlock: async () => undefined,
  });
  return { ...watch, onExpired, sent };
}

describe("a suspended tab", () => {
  test.each([
    ["document", "visibilitychange"],
    ["window", "focus"],
    ["window", "pageshow"],
  ] as const)("expires on the %s's %s event if its 15 minutes are over", (target, event) => {
    const { onExpired, stop } = setupWatch();
    // The clock advances while no timer fires, as in a hidden tab or a sleeping computer.
    vi.setSystemTime(start + 903_000);
    expect(onExpired).not.toHaveBeenCalled();
    page[target].dispatchEvent(new Event(event));
    expect(onExpired).toHaveBeenCalledTimes(1);
    stop();
  });

  test("continues if they are not over", () => {
    const { onExpired, stop } = setupWatch();
    vi.setSystemTime(start + 840_000);
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect(onExpired).not.toHaveBeenCalled();
    stop();
  });
});

describe("the idle watch", () => {
  test("receives clicks of other tabs, and no events after `stop`", async () => {
    const { actor, sent, stop } = setupWatch();
    await page.postFromOtherTab("idle", { type: "tab.click", at: start });
    expect(sent).toEqual(["tab.click"]);
    stop();
    await page.postFromOtherTab("idle", { type: "tab.click", at: start });
    page.document.dispatchEvent(new Event("click"));
    page.window.dispatchEvent(new Event("focus"));
    expect(sent).toEqual(["tab.click"]);
    expect(actor.getSnapshot().status).toBe("stopped");
  });

  test("starts from the stored click, or from now if none is stored", () => {
    page.local.setItem("lastClick", String(start - 840_000));
    const withStoredClick = setupWatch();
    expect(withStoredClick.actor.getSnapshot().context.lastClick).toBe(start - 840_000);
    withStoredClick.stop();
    page.local.clear();
    const withoutStoredClick = setupWatch();
    expect(page.local.getItem("lastClick")).toBe(String(start));
    withoutStoredClick.stop();
  });
});
