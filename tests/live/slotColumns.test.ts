import { expect, test } from "vitest";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";

test("of a million slots only those that were reached are written, and keep what they have", () => {
  const columns = createSlotColumns(1_000_000);
  const all = Array.from({ length: 50 }, () => columns.create("f64", Number.NaN));
  const pairs = columns.create("i32", -1, 2);
  pairs[1] = 7;
  columns.reach(999);
  expect([...pairs.subarray(0, 3), pairs[1_999]]).toEqual([-1, 7, -1, -1]);
  expect(all.every((column) => Number.isNaN(column[999]))).toBe(true);
  expect(columns.size()).toBe(1_000);
  // The machine gives memory for what was written: 400 MB, if all were filled.
  expect(all.map((column) => column[1_000])).toEqual(all.map(() => 0));
});

test("the room of columns doubles up to their limit", () => {
  const columns = createSlotColumns(1_500);
  const sizes = [0, 256, 300, 512, 1_499].map((slot) => {
    columns.reach(slot);
    return columns.size();
  });
  expect(sizes).toEqual([256, 512, 512, 1_024, 1_500]);
});
