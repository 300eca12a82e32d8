import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noCells } from "../../adapters/contract/fleetFrame.ts";
import type { FleetSnapshot } from "../../src/map/drones/data/fleetSnapshot.ts";
import { waitForWholeFleet } from "../../src/map/drones/waitForWholeFleet.ts";
import { createEmitter } from "../../src/pageApi/createEmitter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A feed whose frames hold `count` of `fleetSize` drones, and what was answered so far. */
function setupFeed() {
  const snapshots = createEmitter<[FleetSnapshot]>();
  let latest: FleetSnapshot | null = null;
  const answers: unknown[] = [];
  const cancel = waitForWholeFleet({ getLatest: () => latest, onSnapshot: snapshots.subscribe }, (snapshot) =>
    answers.push(snapshot && [snapshot.count, snapshot.fleetSize]),
  );
  const receive = (count: number, fleetSize: number) => {
    // Nothing else of a frame is read.
    latest = { count, fleetSize, cells: noCells } as FleetSnapshot;
    snapshots.emit(latest);
  };
  return { answers, cancel, receive };
}

test("frames of a view are passed over, however long the whole fleet takes", () => {
  const { answers, receive } = setupFeed();
  receive(1, 9);
  vi.advanceTimersByTime(5_000);
  receive(1, 9);
  expect(answers).toEqual([]);
  receive(9, 9);
  receive(1, 9);
  vi.advanceTimersByTime(60_000);
  expect(answers).toEqual([[9, 9]]);
});

test("a fleet without positions is answered as that", () => {
  const { answers, receive } = setupFeed();
  receive(0, 0);
  expect(answers).toEqual([[0, 0]]);
});

test("without a complete frame the newest is answered after 10 s, and nothing where there is none", () => {
  const [cut, silent] = [setupFeed(), setupFeed()];
  cut.receive(1, 9);
  vi.advanceTimersByTime(9_999);
  expect(cut.answers).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(cut.answers).toEqual([[1, 9]]);
  expect(silent.answers).toEqual([null]);
});

test("a request that is taken back is not answered", () => {
  const { answers, cancel, receive } = setupFeed();
  cancel();
  receive(9, 9);
  vi.advanceTimersByTime(60_000);
  expect(answers).toEqual([]);
});
