import BaseEvent from "ol/events/Event.js";
import TileLayer from "ol/layer/Tile.js";
import TileSource from "ol/source/Tile.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchTiles } from "../../src/map/base/watchTiles.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A layer's tiles as they come and fail, with what is told of them and how often they are asked for anew. */
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
    told: statusChanges,
    refresh,
    stop,
    begins: dispatch("tileloadstart"),
    fails: dispatch("tileloaderror"),
    comes: dispatch("tileloadend"),
  };
}

describe("tiles", () => {
  test("that fail three times within 10 s are failing", () => {
    const { told, fails } = setupWatch();
    fails();
    fails();
    expect(told).toEqual([]);
    vi.advanceTimersByTime(9_999);
    fails();
    expect(told).toEqual(["failing"]);
  });

  test("that fail three times over a longer time are not", () => {
    const { told, fails } = setupWatch();
    fails();
    vi.advanceTimersByTime(5_000);
    fails();
    vi.advanceTimersByTime(5_000);
    fails();
    expect(told).toEqual([]);
  });

  test("of which one comes between have not failed before it", () => {
    const { told, fails, comes } = setupWatch();
    fails();
    fails();
    comes();
    fails();
    fails();
    expect(told).toEqual([]);
    fails();
    expect(told).toEqual(["failing"]);
  });

  test("that do not come for 15 s are failing, and back with the first that comes", () => {
    const { told, begins, comes } = setupWatch();
    begins();
    vi.advanceTimersByTime(14_999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    comes();
    expect(told).toEqual(["failing", "back"]);
  });

  test("are asked for anew every 15 s while they fail, and no longer", () => {
    const { refresh, fails, comes } = setupWatch();
    for (const again of [fails, fails, fails]) again();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    comes();
    vi.advanceTimersByTime(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test("that nobody watches any more are asked for no more, and count as back", () => {
    const { told, refresh, fails, stop } = setupWatch();
    for (const again of [fails, fails, fails]) again();
    stop();
    fails();
    vi.advanceTimersByTime(60_000);
    expect([told, refresh.mock.calls.length, vi.getTimerCount()]).toEqual([["failing", "back"], 0, 0]);
  });
});
