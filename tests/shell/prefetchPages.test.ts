import { expect, test } from "vitest";
import type { PageFile } from "../../adapters/http/loadPageFiles.ts";
import { selectPrefetchFiles } from "../../src/app/routes/prefetchPages.ts";

const never = () => false;
const smallFiles = (count: number, prefix: string): PageFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}.js`, bytes: 1_000 }));

test("at most 15 files are prefetched; a page that exceeds the limit is skipped, a smaller one after it is not", () => {
  const pages = new Map([
    ["/a", smallFiles(10, "a")],
    ["/b", smallFiles(6, "b")],
    ["/c", smallFiles(5, "c")],
    ["/d", smallFiles(1, "d")],
  ]);
  const names = selectPrefetchFiles(["/a", "/b", "/c", "/d"], pages, never);
  expect(names).toHaveLength(15);
  expect(names.map((name) => name.charAt(0)).join("")).toBe("aaaaaaaaaaccccc");
});

test("at most 120 compressed KB are prefetched", () => {
  const pages = new Map([
    ["/map", [{ name: "map.js", bytes: 120_001 }]],
    ["/a", [{ name: "a.js", bytes: 100_000 }]],
    ["/b", [{ name: "b.js", bytes: 20_001 }]],
    ["/c", [{ name: "c.js", bytes: 20_000 }]],
  ]);
  expect(selectPrefetchFiles(["/map", "/a", "/b", "/c"], pages, never)).toEqual(["a.js", "c.js"]);
});

test("files shared by pages count once, files already requested do not count", () => {
  const shared = { name: "shared.js", bytes: 70_000 };
  const pages = new Map([
    ["/a", [{ name: "list.js", bytes: 200_000 }, shared]],
    ["/b", [shared, { name: "b.js", bytes: 50_000 }]],
  ]);
  expect(selectPrefetchFiles(["/a", "/b", "/gone"], pages, (name) => name === "list.js")).toEqual([
    "shared.js",
    "b.js",
  ]);
});
