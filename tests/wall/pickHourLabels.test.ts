import { expect, test } from "vitest";
import { pickHourLabels } from "../../src/wall/pickHourLabels.ts";

/** The last 24 hours at 10:30 in Shanghai. */
const hours = Array.from({ length: 24 }, (_, place) => ({
  from: new Date(Date.parse("2026-03-01T03:00:00Z") + place * 3_600_000).toISOString(),
  flights: 0,
  p1: 0,
  p2: 0,
  p3: 0,
  p4: 0,
}));
const show = (width: number) =>
  pickHourLabels(hours, width)
    .map(({ text, place }) => `${text}@${place}`)
    .join(" ");

test("as many hours have a label as there is room for, none over 现在", () => {
  // 09:00 begins one hour before the end.
  expect(show(48)).toBe("12:00@1 15:00@4 18:00@7 21:00@10 00:00@13 03:00@16 06:00@19");
  // From 06:00 to the end 5 of 24 parts are left, less than both texts need.
  expect(show(24)).toBe("12:00@1 18:00@7 00:00@13");
  expect(show(8)).toBe("12:00@1");
  expect(show(3)).toBe("");
  expect(show(0)).toBe("");
});
