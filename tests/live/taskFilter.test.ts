import { expect, test } from "vitest";
import { parseFilter, type TaskFilter, toListBody, toSearchParams } from "../../src/live/taskFilter.ts";

const filter: TaskFilter = { keyword: "巡检", kind: "patrol", state: "lost", sort: "battery", page: 3 };

test("the filter is written to the URL and parsed from it", () => {
  const query = toSearchParams(filter, new URLSearchParams("other=1"));
  expect(Object.fromEntries(query)).toEqual({
    other: "1",
    q: "巡检",
    kind: "patrol",
    state: "lost",
    sort: "battery",
    page: "3",
  });
  expect(parseFilter(query)).toEqual(filter);
});

test("what the URL does not name, or names wrongly, is as usual", () => {
  const usual = { keyword: "", kind: "", state: "", sort: "trouble", page: 1 };
  expect(parseFilter(new URLSearchParams())).toEqual(usual);
  expect(parseFilter(new URLSearchParams("kind=x&state=y&sort=z&page=-2"))).toEqual(usual);
  expect(
    toSearchParams(parseFilter(new URLSearchParams()), new URLSearchParams("q=a&page=2")).toString(),
  ).toBe("");
});

test.each(["q=%00", `q=${"x".repeat(101)}`, "page=99999999999999999999", "page=1e400"])(
  "what the call would refuse is as usual: %#",
  (address) => {
    expect(parseFilter(new URLSearchParams(address))).toEqual(parseFilter(new URLSearchParams()));
  },
);

test("the server gets only what is set, and the order that the sort's name promises", () => {
  expect(toListBody(filter)).toEqual({
    brief: true,
    pageNo: 3,
    pageSize: 100,
    keyword: "巡检",
    kind: "patrol",
    state: "lost",
    sort: { field: "battery", order: "asc" },
  });
  const body = (sort: TaskFilter["sort"]) =>
    toListBody({ keyword: "  ", kind: "", state: "", sort, page: 1 });
  expect(body("age")).toEqual({
    brief: true,
    pageNo: 1,
    pageSize: 100,
    sort: { field: "age", order: "desc" },
  });
  expect(body("startedAt").sort.order).toBe("desc");
  expect(body("trouble").sort.order).toBe("desc");
  expect(body("name").sort.order).toBe("asc");
});
