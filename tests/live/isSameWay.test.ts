import { expect, test } from "vitest";
import { type FlownWay, isSameWay } from "../../server/telemetry/recording/isSameWay.ts";

const start = Date.UTC(2026, 2, 2, 2);
/** A way north: one place a second, so many seconds after the start; from `stopAt` on the drone stands. */
const createWay = (from: number, seconds: number, stopAt = Number.POSITIVE_INFINITY): FlownWay => {
  const at = Array.from({ length: seconds }, (_, second) => from + second);
  return {
    times: at.map((second) => start + second * 1_000),
    lat: at.map((second) => 300_000_000 + Math.min(second, stopAt) * 90),
    lon: at.map(() => 1_054_600_000),
  };
};

test("a flight is the same in another format, with other moments and without its beginning", () => {
  const way = createWay(0, 600);
  const rounded = { ...way, times: way.times.map((at) => at + 400) };
  expect(isSameWay(way, rounded)).toBe(true);
  expect(isSameWay(way, createWay(200, 400))).toBe(true);
  expect(isSameWay(createWay(200, 400), way)).toBe(true);
});

test("the next flight is another one, though its log begins while the first still stands there", () => {
  const first = createWay(0, 600, 560);
  const second = createWay(570, 600, 560);
  expect(isSameWay(second, first)).toBe(false);
  expect(isSameWay(first, second)).toBe(false);
});

test("a drone elsewhere at the same time is another flight; so is one at another time", () => {
  const way = createWay(0, 600);
  expect(isSameWay(way, { ...way, lat: way.lat.map((lat) => lat + 100_000) })).toBe(false);
  expect(isSameWay(way, createWay(700, 600))).toBe(false);
});
