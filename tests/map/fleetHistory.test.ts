import { describe, expect, test } from "vitest";
import { FleetHistory } from "../../src/map/drones/data/fleetHistory.ts";
import type { FleetViewport } from "../../src/map/drones/data/fleetSnapshot.ts";

const start = 1_800_000_000_000;
const window: FleetViewport = {
  extent: [-1e6, -1e6, 1e6, 1e6],
  zoom: 14,
  clusters: false,
  trails: true,
  selected: null,
};

/** Adds positions of a drone flying east on the equator, one for each of `seconds`. */
function addSamples(history: FleetHistory, index: number, seconds: readonly number[]) {
  for (const second of seconds) history.add(index, 0, 1000 * second, start + 1000 * second);
}
/** Positions of one snapshot: all drones in the centre of the viewport. */
const createPositions = (...indexes: readonly number[]) => ({
  index: Uint32Array.from(indexes),
  x1: new Float64Array(indexes.length),
  y1: new Float64Array(indexes.length),
  styleIndexes: new Uint8Array(indexes.length),
  count: indexes.length,
});
/** The gap flags of all points, one list per trail. */
function findGaps(history: FleetHistory, indexes: readonly number[], selected: number | null, trails = true) {
  const { points, starts } = history.createTrails(
    createPositions(...indexes),
    Uint32Array.from(indexes.keys()),
    {
      ...window,
      trails,
      selected,
    },
  );
  return [...starts].slice(0, -1).map((first, trail) => {
    const end = starts[trail + 1] ?? first;
    return Array.from({ length: end - first }, (_, i) => points[3 * (first + i) + 2]);
  });
}

const secondsWithGap = [0, 1, 2, 12, 13];

describe("a trail", () => {
  test("of a source at 1 Hz has a gap after more than 3 s without a position", () => {
    const history = new FleetHistory();
    addSamples(history, 0, secondsWithGap);
    addSamples(history, 1, [0, 1, 4, 7.1, 8, 9]);
    expect(findGaps(history, [0, 1], null)).toEqual([
      [0, 0, 0, 1, 0],
      [0, 0, 0, 1, 0, 0],
    ]);
  });

  test("of a slow source has gaps only after more than twice its period and a second", () => {
    const history = new FleetHistory();
    addSamples(history, 0, [0, 10, 20, 30, 51, 61, 82.1, 92]);
    expect(findGaps(history, [0], null)).toEqual([[0, 0, 0, 0, 0, 0, 1, 0]]);
    expect(history.getPeriod(0)).toBe(10);
    expect(findGaps(history, [0], 0)).toEqual([[0, 0, 0, 0, 0, 0, 1, 0]]);
  });

  test("keeps its gaps when the source changes its rate", () => {
    const history = new FleetHistory();
    findGaps(history, [0], 0);
    const fast = Array.from({ length: 30 }, (_, i) => i);
    const slow = Array.from({ length: 30 }, (_, i) => 40 + 10 * i);
    addSamples(history, 0, [...fast.slice(0, 10), ...fast.slice(16).map((second) => second + 5), ...slow]);
    const [gaps = []] = findGaps(history, [0], 0);
    // From 9 s to 21 s at 1 Hz, and the change from 34 s to 40 s; later intervals of 10 s are the source's own.
    expect(gaps.flatMap((gap, i) => (gap === 1 ? [i] : []))).toEqual([10, 24]);
    expect(history.getPeriod(0)).toBe(10);
  });

  test("of the selected drone has gaps from before and after its selection", () => {
    const before = new FleetHistory();
    addSamples(before, 0, secondsWithGap);
    expect(findGaps(before, [0], 0)).toEqual([[0, 0, 0, 1, 0]]);
    const since = new FleetHistory();
    findGaps(since, [0], 0);
    addSamples(since, 0, secondsWithGap);
    expect(findGaps(since, [0], 0)).toEqual([[0, 0, 0, 1, 0]]);
  });

  test("of the selected drone is drawn even without other trails, and is longer", () => {
    const history = new FleetHistory();
    addSamples(history, 0, [0]);
    findGaps(history, [0, 1], 0, false);
    addSamples(
      history,
      0,
      Array.from({ length: 200 }, (_, second) => second + 1),
    );
    expect(findGaps(history, [0, 1], 0, false).map(({ length }) => length)).toEqual([201]);
    expect(findGaps(history, [0, 1], null).map(({ length }) => length)).toEqual([64, 0]);
  });

  test("ignores repeated and late positions", () => {
    const history = new FleetHistory();
    // A frame rounds ages to 0.1 s, so the same position seems to be a little later in the next one.
    addSamples(history, 0, [0, 1, 1, 1.1, 0.5, 2]);
    expect(findGaps(history, [0], null)).toEqual([[0, 0, 0]]);
  });

  test("is cleared when its index gets another drone", () => {
    const history = new FleetHistory();
    addSamples(history, 0, [0, 1]);
    expect(findGaps(history, [0], 0)).toEqual([[0, 0]]);
    history.reset(0);
    addSamples(history, 0, [2]);
    expect([findGaps(history, [0], 0), findGaps(history, [0], null)]).toEqual([[[0]], [[0]]]);
  });

  test("is not drawn at a low zoom", () => {
    const history = new FleetHistory();
    addSamples(history, 0, [0, 1]);
    const far = history.createTrails(createPositions(0), Uint32Array.of(0), { ...window, zoom: 10.9 });
    expect(far.styleIndexes).toHaveLength(0);
  });
});

describe("the stored track of a flight", () => {
  const stored = (seconds: readonly number[]) =>
    seconds.map((second) => ({ lat: 0, lon: 1000 * second, time: start + 1000 * second }));

  test("comes before the positions of the frames, whichever arrived first", () => {
    const [before, after] = [new FleetHistory(), new FleetHistory()];
    before.loadTrack(0, stored([0, 1, 2, 3, 4, 5]));
    addSamples(before, 0, [4, 5, 6]);
    expect(findGaps(before, [0], 0)).toEqual([[0, 0, 0, 0, 0, 0, 0]]);
    addSamples(after, 0, [4, 5, 6]);
    expect(findGaps(after, [0], 0)).toEqual([[0, 0, 0]]);
    after.loadTrack(0, stored([0, 1, 2, 3, 4, 5]));
    addSamples(after, 0, [7]);
    expect(findGaps(after, [0], 0)).toEqual([[0, 0, 0, 0, 0, 0, 0, 0]]);
  });

  test("is dashed over its own gaps, and belongs to its drone only", () => {
    const history = new FleetHistory();
    history.loadTrack(0, stored([0, 1, 2, 30, 31]));
    addSamples(history, 0, [32]);
    addSamples(history, 1, [32]);
    expect(findGaps(history, [0, 1], 0, false)).toEqual([[0, 0, 0, 1, 0, 0]]);
    expect(findGaps(history, [0, 1], 1, false)).toEqual([[0]]);
    history.reset(0);
    addSamples(history, 0, [33]);
    expect(findGaps(history, [0, 1], 0, false)).toEqual([[0]]);
  });

  test("of many hours is thinned out evenly", () => {
    const history = new FleetHistory();
    history.loadTrack(0, stored(Array.from({ length: 25_000 }, (_, i) => i)));
    addSamples(history, 0, [25_000]);
    const [gaps] = findGaps(history, [0], 0);
    expect(gaps?.length).toBeGreaterThan(8_000);
    expect(gaps?.length).toBeLessThanOrEqual(10_802);
    expect(gaps?.some((gap) => gap === 1)).toBe(false);
  });
});
