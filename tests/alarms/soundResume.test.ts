import { expect, test, vi } from "vitest";
import { createSoundResume } from "../../src/live/alarms/soundResume.ts";

/** A tab, whose storage outlives its pages. */
function createTab() {
  const stored = new Map<string, string>();
  let activates = true;
  const load = () => {
    const target = new EventTarget();
    const onGesture = vi.fn<() => void>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const resume = createSoundResume(storage, target, () => activates, onGesture);
    const after = (type: string) => {
      onGesture.mockClear();
      target.dispatchEvent(new Event(type));
      return onGesture.mock.calls.length;
    };
    return { resume, after };
  };
  return {
    load,
    setActivating: (value: boolean) => {
      activates = value;
    },
  };
}

test("the sound that was on before a reload comes back with the first click or key", () => {
  const tab = createTab();
  const first = tab.load();
  expect([first.resume.isWanted, first.after("click")]).toEqual([false, 0]);
  first.resume.remember(true);
  const second = tab.load();
  expect(second.resume.isWanted).toBe(true);
  expect(["click", "keydown", "pointermove"].map(second.after)).toEqual([1, 1, 0]);
  // A key that browsers take for no gesture, as Escape.
  tab.setActivating(false);
  expect(second.after("keydown")).toBe(0);
  // Muted since: what the browser stops later stays silent.
  tab.setActivating(true);
  second.resume.remember(false);
  expect(second.after("click")).toBe(0);
});

test("the sound that somebody has turned off, or another session had on, stays silent", () => {
  const tab = createTab();
  const muted = tab.load();
  muted.resume.remember(true);
  muted.resume.remember(false);
  expect(tab.load().resume.isWanted).toBe(false);
  const signedOut = tab.load();
  signedOut.resume.remember(true);
  signedOut.resume.stop();
  const next = tab.load();
  expect([next.resume.isWanted, next.after("click")]).toEqual([false, 0]);
});

test("nothing is listened to after the session", () => {
  const tab = createTab();
  tab.load().resume.remember(true);
  const { resume, after } = tab.load();
  resume.stop();
  expect(after("click")).toBe(0);
});
