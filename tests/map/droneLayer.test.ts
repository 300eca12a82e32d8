import type { FrameState } from "ol/Map.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DroneLayer } from "../../src/map/drones/DroneLayer.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import type { Painter, PaintFrame } from "../../src/map/drones/painter.ts";
import { createFrame } from "../live/harness/frames.ts";

/** Stub of the element members that the layer uses. */
const element = () => ({
  style: {},
  dataset: {},
  replaceChildren: () => undefined,
  append: () => undefined,
  getContext: () => null,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { createElement: element });
  vi.stubGlobal("window", { setTimeout: globalThis.setTimeout });
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 16));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const paints = vi.fn<(frame: PaintFrame) => void>();
const disposed = vi.fn<() => void>();
const createPainter = (): Painter => ({
  kind: "software",
  // The cast is safe: the stub is only inserted into the layer's element, never drawn on.
  canvas: element() as unknown as HTMLCanvasElement,
  setData: () => undefined,
  paint: paints,
  dispose: disposed,
});
beforeEach(() => {
  paints.mockClear();
  disposed.mockClear();
});

/** The map at zoom 14; only the members that the layer reads. */
const view = {
  size: [1280, 800],
  pixelRatio: 1,
  viewState: { center: [11_700_000, 4_850_000], resolution: 9.55 },
} as unknown as FrameState;

const options = { stale: false, labels: false, trails: false, dark: false, selected: null, name: String };

/** A layer with one drone at 15 m/s; `next` sets the snapshot one second later. */
function setupLayer() {
  const layer = new DroneLayer(createPainter);
  const store = new FleetStore();
  let second = 0;
  /** Sets the last snapshot again, as after a move of the map. */
  const repeat = () => {
    const drone = { index: 0, position: [105.1 + second / 10_000, 39.92], speed: 15 } as const;
    layer.setSnapshot(store.decode(createFrame([drone], second).buffer));
  };
  const next = () => {
    second++;
    repeat();
  };
  layer.render(view);
  next();
  return { layer, next, repeat };
}

describe("the drone layer", () => {
  test("paints between two snapshots while the drone slides, and stops when it arrives", () => {
    const { layer, next } = setupLayer();
    vi.advanceTimersByTime(1_000);
    next();
    paints.mockClear();
    vi.advanceTimersByTime(1_300);
    // 15 m/s at 9.55 m per pixel and 40° N: one frame with the snapshot and four per second until the drone arrives;
    // one scheduled frame of the previous snapshot may be among them.
    expect([5, 6]).toContain(paints.mock.calls.length);
    expect(paints.mock.lastCall?.[0].progress).toBe(1);
    paints.mockClear();
    vi.advanceTimersByTime(5_000);
    expect(paints).not.toHaveBeenCalled();
    layer.dispose();
  });

  test("paints no more after dispose and leaves no timer", () => {
    const { layer, next } = setupLayer();
    vi.advanceTimersByTime(1_000);
    next();
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    paints.mockClear();
    layer.dispose();
    expect([vi.getTimerCount(), disposed.mock.calls.length]).toEqual([0, 1]);
    vi.advanceTimersByTime(5_000);
    expect(paints).not.toHaveBeenCalled();
  });

  test("does not paint a pending frame after dispose", () => {
    const { layer, next } = setupLayer();
    vi.advanceTimersByTime(1_000);
    next();
    paints.mockClear();
    layer.dispose();
    vi.advanceTimersByTime(5_000);
    expect(paints).not.toHaveBeenCalled();
  });

  test("reports the delay of its positions, whatever the moves of the map", () => {
    const { layer, next, repeat } = setupLayer();
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(second === 10 ? 2_000 : 1_000);
      next();
    }
    // A late tick counts for a quarter and is forgotten by three quarters with each one after it.
    expect(layer.delay).toBeGreaterThan(1_000);
    expect(layer.delay).toBeLessThan(1_025);
    const before = layer.delay;
    vi.advanceTimersByTime(300);
    repeat();
    expect(layer.delay).toBe(before);
    vi.advanceTimersByTime(700);
    next();
    expect(Math.abs(layer.delay - 1_000)).toBeLessThan(25);
    layer.setOptions({ ...options, smooth: false });
    expect(layer.delay).toBe(0);
    layer.dispose();
  });

  test("ignores the grouping of an older snapshot", () => {
    const { layer, next } = setupLayer();
    vi.advanceTimersByTime(1_000);
    next();
    vi.advanceTimersByTime(2_000);
    paints.mockClear();
    const none = { singles: new Uint32Array(0), alarmed: new Uint32Array(0), clusters: new Float64Array(0) };
    layer.setGrouping(1, none);
    vi.advanceTimersByTime(100);
    expect(paints).not.toHaveBeenCalled();
    layer.setGrouping(2, none);
    vi.advanceTimersByTime(100);
    expect(paints).toHaveBeenCalledTimes(1);
    layer.dispose();
  });
});
