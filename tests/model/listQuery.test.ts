import { expect, test } from "vitest";
import { lastPageNumber, toQueryKey } from "../../machines/listQuery.ts";

test("query keys ignore key order, and treat absent and undefined filters as equal", () => {
  const query = { pageNo: 1, pageSize: 20, filters: { keyword: "a", status: "normal" } };
  expect(toQueryKey({ filters: { status: "normal", keyword: "a" }, pageSize: 20, pageNo: 1 })).toBe(
    toQueryKey(query),
  );
  expect(toQueryKey({ keyword: undefined })).toBe(toQueryKey({}));
  expect(toQueryKey({ ids: ["1", "2"] })).not.toBe(toQueryKey({ ids: ["2", "1"] }));
});

test("an empty list has one page, and a full page adds no further page", () => {
  expect([0, 1, 20, 21].map((total) => lastPageNumber(total, 20))).toEqual([1, 1, 1, 2]);
});
