import { describe, expect, it } from "vitest";
import { sortByTree, treeNodes, visibleRows } from "../../src/list/table/tree.ts";

interface Row {
  readonly id: string;
  readonly parentId: string | null;
}

const row = (id: string, parentId: string | null = null): Row => ({ id, parentId });
const getParentId = (item: { readonly id: string }) => (item as Row).parentId;
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join(" ");
// Flight (1) has patrol (11) and survey (12), patrol has night patrol (111); storage (2) is a root.
const rows = sortByTree([row("111", "11"), row("1"), row("2"), row("11", "1"), row("12", "1")], getParentId);

describe("a list as a tree", () => {
  it("places each row behind its parent", () => expect(ids(rows)).toBe("1 11 111 12 2"));

  it("makes a row without a loaded parent a root", () => {
    const found = sortByTree([row("111", "11"), row("2")], getParentId);
    expect(ids(found)).toBe("111 2");
    expect(treeNodes(found, getParentId).get("111")).toEqual({ ancestors: [], hasChildren: false });
  });

  it("keeps the rows of a cycle", () => {
    expect(ids(sortByTree([row("1", "2"), row("2", "1"), row("3")], getParentId))).toBe("3 1 2");
  });

  it("knows each row's ancestors and whether it has children", () => {
    const nodes = treeNodes(rows, getParentId);
    expect(nodes.get("111")).toEqual({ ancestors: ["1", "11"], hasChildren: false });
    expect(nodes.get("11")).toEqual({ ancestors: ["1"], hasChildren: true });
    expect(nodes.get("2")).toEqual({ ancestors: [], hasChildren: false });
  });

  it("hides all descendants of a collapsed row", () => {
    const nodes = treeNodes(rows, getParentId);
    expect(ids(visibleRows(rows, nodes, new Set(["11"])))).toBe("1 11 12 2");
    expect(ids(visibleRows(rows, nodes, new Set(["1"])))).toBe("1 2");
    expect(ids(visibleRows(rows, nodes, new Set()))).toBe("1 11 111 12 2");
  });
});
