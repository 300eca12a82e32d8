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
    statusChanges,
    refresh,
    stop,
    startLoading: dispatch("tileloadstart"),
    failLoading: dispatch("tileloaderror"),
    finishLoading: dispatch("tileloadend"),
  };
}

describe("tiles", () => {
  test("that fail three times within 10 s are failing", () => {
    const { statusChanges, failLoading } = setupWatch();
    failLoading();
    failLoading();
    expect(statusChanges).toEqual([]);
    vi.advanceTimersByTime(9_999);
    failLoading();
    expect(statusChanges).toEqual(["failing"]);
  });

  test("that fail three times over a longer time are not", () => {
    const { statusChanges, failLoading } = setupWatch();
    failLoading();
    vi.advanceTimersByTime(5_000);
    failLoading();
    vi.advanceTimersByTime(5_000);
    failLoading();
    expect(statusChanges).toEqual([]);
  });

  test("of which one comes between have not failed before it", () => {
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

  test("that do not come for 15 s are failing, and back with the first that comes", () => {
    const { statusChanges, startLoading, finishLoading } = setupWatch();
    startLoading();
    vi.advanceTimersByTime(14_999);
    expect(statusChanges).toEqual([]);
    vi.advanceTimersByTime(1);
    finishLoading();
    expect(statusChanges).toEqual(["failing", "back"]);
  });

  test("are asked for anew every 15 s while they fail, and no longer", () => {
    const { refresh, failLoading, finishLoading } = setupWatch();
    for (const again of [failLoading, failLoading, failLoading]) again();
    vi.advanceTimersByTime(30_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    finishLoading();
    vi.advanceTimersByTime(60_000);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test("that nobody watches any more are asked for no more, and count as back", () => {
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
