import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type {
  FleetViewport,
  FromFleetWorker,
  ToFleetWorker,
} from "../../src/map/drones/data/fleetSnapshot.ts";
import { createFleetFeed } from "../../src/map/drones/fleetFeed.ts";

/** A worker's end: what the page tells it, and what it says to the page. */
class WorkerUnderTest extends EventTarget {
  static made: WorkerUnderTest[] = [];
  readonly told: ToFleetWorker[] = [];
  ended = false;
  constructor() {
    super();
    WorkerUnderTest.made.push(this);
  }
  postMessage(message: ToFleetWorker) {
    this.told.push(message);
  }
  terminate() {
    this.ended = true;
  }
  says(data: FromFleetWorker) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

beforeEach(() => {
  WorkerUnderTest.made = [];
  vi.stubGlobal("Worker", WorkerUnderTest);
});
afterEach(() => void vi.unstubAllGlobals());

const createWindow = (zoom: number): FleetViewport => ({
  extent: [0, 0, 1, 1],
  zoom,
  clusters: true,
  trails: false,
  selected: null,
});

test("a worker that is begun anew groups for the window that is seen, as the one before it did", () => {
  const feed = createFleetFeed(() => undefined);
  feed.setViewport(createWindow(5));
  feed.setViewport(createWindow(9));
  feed.restart();
  const [first, second] = WorkerUnderTest.made;
  expect([first?.ended, second?.ended]).toEqual([true, false]);
  expect(second?.told).toEqual([{ type: "fleet.window", window: createWindow(9) }]);
  feed.forget([3]);
  expect(second?.told.at(-1)).toEqual({ type: "fleet.forget", indexes: [3] });
  feed.stop();
  expect(second?.ended).toBe(true);
});

test("one that is begun before a window is seen is told of none", () => {
  const feed = createFleetFeed(() => undefined);
  feed.restart();
  expect(WorkerUnderTest.made[1]?.told).toEqual([]);
});

test("what a worker groups or cannot read is told to who listens, and to nobody who has left", () => {
  const faults: string[] = [];
  const feed = createFleetFeed((message) => void faults.push(message));
  const grouped: number[] = [];
  const leave = feed.onGrouping((sequence) => void grouped.push(sequence));
  const grouping = { singles: new Uint32Array(0), clusters: new Float64Array(0) };
  const [worker] = WorkerUnderTest.made;
  worker?.says({ type: "fleet.grouped", sequence: 4, grouping });
  leave();
  worker?.says({ type: "fleet.grouped", sequence: 5, grouping });
  worker?.says({ type: "fleet.fault", message: "A fleet frame begins with AFLT" });
  expect([grouped, faults]).toEqual([[4], ["A fleet frame begins with AFLT"]]);
});
