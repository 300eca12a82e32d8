import { describe, expect, it } from "vitest";
import { sortByTree, treeNodes, visibleRows } from "../../src/list/table/tree.ts";

interface Row {
  readonly id: string;
  readonly parentId: string | null;
}

const row = (id: string, parentId: string | null = null): Row => ({ id, parentId });
const getParentId = (item: { readonly id: string }) => (item as Row).parentId;
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join(" ");
// Flight (1) over patrol (11) and survey (12), patrol over night patrol (111); storage (2) by itself.
const rows = sortByTree([row("111", "11"), row("1"), row("2"), row("11", "1"), row("12", "1")], getParentId);

describe("a list as a tree", () => {
  it("has each row behind the one it stands below", () => expect(ids(rows)).toBe("1 11 111 12 2"));

  it("puts a row whose parent did not come at the top", () => {
    const found = sortByTree([row("111", "11"), row("2")], getParentId);
    expect(ids(found)).toBe("111 2");
    expect(treeNodes(found, getParentId).get("111")).toEqual({ ancestors: [], hasChildren: false });
  });

  it("loses no row of a ring", () => {
    expect(ids(sortByTree([row("1", "2"), row("2", "1"), row("3")], getParentId))).toBe("3 1 2");
  });

  it("knows what stands above each row, and what can be folded", () => {
    const nodes = treeNodes(rows, getParentId);
    expect(nodes.get("111")).toEqual({ ancestors: ["1", "11"], hasChildren: false });
    expect(nodes.get("11")).toEqual({ ancestors: ["1"], hasChildren: true });
    expect(nodes.get("2")).toEqual({ ancestors: [], hasChildren: false });
  });

  it("hides everything below a folded row", () => {
    const nodes = treeNodes(rows, getParentId);
    expect(ids(visibleRows(rows, nodes, new Set(["11"])))).toBe("1 11 12 2");
    expect(ids(visibleRows(rows, nodes, new Set(["1"])))).toBe("1 2");
    expect(ids(visibleRows(rows, nodes, new Set()))).toBe("1 11 111 12 2");
  });
});
