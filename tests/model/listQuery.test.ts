import { expect, test } from "vitest";
import { lastPage, queryKey } from "../../machines/listQuery.ts";

test("queries are equal whatever the order of their keys, and where a filter is absent or undefined", () => {
  const query = { pageNo: 1, pageSize: 20, filters: { keyword: "a", status: "normal" } };
  expect(queryKey({ filters: { status: "normal", keyword: "a" }, pageSize: 20, pageNo: 1 })).toBe(
    queryKey(query),
  );
  expect(queryKey({ keyword: undefined })).toBe(queryKey({}));
  expect(queryKey({ ids: ["1", "2"] })).not.toBe(queryKey({ ids: ["2", "1"] }));
});

test("an empty list has one page, a full one no page more", () => {
  expect([0, 1, 20, 21].map((total) => lastPage(total, 20))).toEqual([1, 1, 1, 2]);
});
