import BaseEvent from "ol/events/Event.js";
import TileLayer from "ol/layer/Tile.js";
import TileSource from "ol/source/Tile.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchTiles } from "../../src/map/base/watchTiles.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a layer whose tile events the test dispatches; records status changes and refreshes. */
function setupWatch() {
  const source = new TileSource({ state: "ready" });
  const statusChanges: string[] = [];
  const refresh = vi.spyOn(source, "refresh");
  const stop = watchTiles([new TileLayer({ source })], {
    refresh: true,
    onError: () => void statusChanges.push("failing"),
    onRecover: () => void statusChanges.push("back"),
  });
  const dispatch = (type: string) => () => void source.dispatchEvent(new BaseEvent(type));
  return {
    statusChanges,
    refresh,
    stop,
    startLoading: dispatch("tileloadstart"),
    failLoading: dispatch("tileloaderror"),
    finishLoading: dispatch("tileloadend"),
  };
}

describe("watchTiles", () => {
  test("reports three failures within 10 s", () => {
    const { statusChanges, failLoading } = setupWatch();
    failLoading();
    failLoading();
    expect(statusChanges).toEqual([]);
    vi.advanceTimersByTime(9_999);
    failLoading();
    expect(statusChanges).toEqual(["failing"]);
  });

  test("does not report three failures over a longer time", () => {
    const { statusChanges, failLoading } = setupWatch();
    failLoading();
    vi.advanceTimersByTime(5_000);
    failLoading();
    vi.advanceTimersByTime(5_000);
    failLoading();
    expect(statusChanges).toEqual([]);
  });

  test("resets the count after a loaded tile", () => {
    const { statusChanges, failLoading, finishLoading } = setupWatch();
    failLoading();
    failLoading();
    finishLoading();
    failLoading();
    failLoading();
    expect(statusChanges).toEqual([]);
    failLoading();
    expect(statusChanges).toEqual(["failing"]);
  });

  test("reports tiles that do not load for 15 s, and recovers with the first loaded one", () => {
    const { statusChanges, startLoading, finishLoading } = setupWatch();
    startLoading();
    vi.advanceTimersByTime(14_999);
    expect(statusChanges).toEqual([]);
    vi.advanceTimersByTime(1);
    finishLoading();
    expect(statusChanges).toEqual(["failing", "back"]);
  });

  test("refreshes every 15 s only while failing", () => {
    const { refresh, failLoading, finishLoading } = setupWatch();
    for (const again of [failLoading, failLoading, failLoading]) again();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    finishLoading();
    vi.advanceTimersByTime(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test("stops refreshing and reports recovery after unsubscribing", () => {
    const { statusChanges, refresh, failLoading, stop } = setupWatch();
    for (const again of [failLoading, failLoading, failLoading]) again();
    stop();
    failLoading();
    vi.advanceTimersByTime(60_000);
    expect([statusChanges, refresh.mock.calls.length, vi.getTimerCount()]).toEqual([
      ["failing", "back"],
      0,
      0,
    ]);
  });
});
