import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { staleMachineDocs } from "../../scripts/docs/machineDocs.ts";
import { pagesTable } from "../../scripts/docs/pagesTable.ts";
import { plantedTree } from "./plantedTree.ts";

describe("the machines' diagrams", () => {
  it("are fresh as they are committed", () => {
    using tree = plantedTree(["docs/machines", "machines"]);
    expect(staleMachineDocs(tree.root)).toEqual([]);
  });

  it("are red when one was changed by hand, is missing, or belongs to no machine", () => {
    using tree = plantedTree(["docs/machines", "machines"]);
    tree.write("docs/machines/session.md", "# session\n");
    tree.write("docs/machines/ghost.md", "# ghost\n");
    rmSync(path.join(tree.root, "docs/machines/idle.md"));
    expect(staleMachineDocs(tree.root).map((fault) => fault.split(":")[0])).toEqual([
      "docs/machines/idle.md is stale",
      "docs/machines/session.md is stale",
      "docs/machines/ghost.md belongs to no machine",
    ]);
  });

  it("are red when a new machine has none", () => {
    using tree = plantedTree(["docs/machines", "machines"]);
    tree.write("machines/new.machine.ts", "export {};\n");
    expect(staleMachineDocs(tree.root)).toEqual([
      "machines/new.machine.ts is not in scripts/docs/machineList.ts",
    ]);
  });
});

describe("the table of pages", () => {
  const page = (title: string) =>
    `export const meta = { path: "/a/b", title: "${title}", group: "a", order: 1, icon: "IconA", roles: ["admin"] };\nexport default () => null;\n`;

  it("follows the pages' own files", () => {
    using tree = plantedTree([]);
    tree.write("src/pages/a/b.page.tsx", page("甲"));
    const before = pagesTable(tree.root);
    expect(before).toContain("| `/a/b` | 甲 | a | admin |");
    tree.write("src/pages/a/b.page.tsx", page("乙"));
    expect(pagesTable(tree.root)).not.toBe(before);
  });

  it("refuses a page whose meta is computed", () => {
    using tree = plantedTree([]);
    tree.write(
      "src/pages/a/b.page.tsx",
      "const title = '甲';\nexport const meta = { path: '/a/b', title, order: 1 };\n",
    );
    expect(() => pagesTable(tree.root)).toThrow("b.page.tsx");
  });
});
