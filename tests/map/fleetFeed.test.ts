import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type {
  FleetViewport,
  FromFleetWorker,
  ToFleetWorker,
} from "../../src/map/drones/data/fleetSnapshot.ts";
import { createFleetFeed } from "../../src/map/drones/fleetFeed.ts";

/** Fake worker that records posted messages and emits replies. */
class WorkerUnderTest extends EventTarget {
  static instances: WorkerUnderTest[] = [];
  readonly messages: ToFleetWorker[] = [];
  terminated = false;
  constructor() {
    super();
    WorkerUnderTest.instances.push(this);
  }
  postMessage(message: ToFleetWorker) {
    this.messages.push(message);
  }
  terminate() {
    this.terminated = true;
  }
  emit(data: FromFleetWorker) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

beforeEach(() => {
  WorkerUnderTest.instances = [];
  vi.stubGlobal("Worker", WorkerUnderTest);
});
afterEach(() => void vi.unstubAllGlobals());

const createViewport = (zoom: number): FleetViewport => ({
  extent: [0, 0, 1, 1],
  zoom,
  clusters: true,
  trails: false,
  selected: null,
});

test("a restarted worker gets the last viewports", () => {
  const feed = createFleetFeed(() => undefined);
  feed.setViewport(createViewport(5));
  feed.setViewport(createViewport(9));
  feed.closeUp.setViewport(createViewport(12));
  feed.restart();
  const [first, second] = WorkerUnderTest.instances;
  expect([first?.terminated, second?.terminated]).toEqual([true, false]);
  expect(second?.messages).toEqual([
    { type: "fleet.viewport", viewport: createViewport(9) },
    { type: "fleet.closeUp", viewport: createViewport(12) },
  ]);
  feed.closeCloseUp();
  expect(second?.messages.at(-1)).toEqual({ type: "fleet.closeUp", viewport: null });
  feed.forget([3]);
  expect(second?.messages.at(-1)).toEqual({ type: "fleet.forget", indexes: [3] });
  feed.stop();
  expect(second?.terminated).toBe(true);
});

test("a worker restarted before the first viewport gets none", () => {
  const feed = createFleetFeed(() => undefined);
  feed.restart();
  expect(WorkerUnderTest.instances[1]?.messages).toEqual([]);
});

test("groupings and errors reach subscribers, but not after they unsubscribe", () => {
  const errors: string[] = [];
  const feed = createFleetFeed((message) => void errors.push(message));
  const grouped: number[] = [];
  const unsubscribe = feed.onGrouping((sequence) => void grouped.push(sequence));
  const grouping = {
    singles: new Uint32Array(0),
    alarmed: new Uint32Array(0),
    clusters: new Float64Array(0),
  };
  const [worker] = WorkerUnderTest.instances;
  worker?.emit({ type: "fleet.grouping", sequence: 4, grouping });
  unsubscribe();
  worker?.emit({ type: "fleet.grouping", sequence: 5, grouping });
  worker?.emit({ type: "fleet.error", message: "A fleet frame begins with AFLT" });
  expect([grouped, errors]).toEqual([[4], ["A fleet frame begins with AFLT"]]);
});
