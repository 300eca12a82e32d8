import { expect, test } from "vitest";
import { canTurn, describeStill, isPictureDead } from "../../src/wall/video/pictureAge.ts";

/** A time of 2 March 2026 in Shanghai. */
const at = (clock: string) => Date.parse(`2026-03-02T${clock}+08:00`);

test("a picture that stands still says since when", () => {
  const startedAt = at("10:00:00");
  expect(describeStill(at("10:20:30"), startedAt, at("10:20:34"))).toBeNull();
  expect(describeStill(at("10:20:30"), startedAt, at("10:20:35"))).toBe("画面已中断 10:20:30");
});

test("one that never came has a time too", () => {
  const startedAt = at("10:20:30");
  expect(describeStill(null, startedAt, at("10:20:34"))).toBeNull();
  expect(describeStill(null, startedAt, at("10:31:00"))).toBe("没有画面 10:20:30 起");
});

test("one that stands still for 30 s is given up, whether it ever came or not", () => {
  const startedAt = at("10:00:00");
  expect(isPictureDead(at("10:20:30"), startedAt, at("10:20:59"))).toBe(false);
  expect(isPictureDead(at("10:20:30"), startedAt, at("10:21:00"))).toBe(true);
  expect(isPictureDead(null, startedAt, at("10:00:29"))).toBe(false);
  expect(isPictureDead(null, startedAt, at("10:00:30"))).toBe(true);
});

test("the tour stands still as soon as the frames of the fleet do", () => {
  expect(canTurn(at("10:20:30"), at("10:20:32"))).toBe(true);
  expect(canTurn(at("10:20:30"), at("10:20:34"))).toBe(false);
  expect(canTurn(null, at("10:20:34"))).toBe(false);
});
