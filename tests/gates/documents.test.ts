import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { groupUsesByCall, renderCallsTable } from "../../scripts/docs/renderCallsTable.ts";
import { findStaleMachineDocs } from "../../scripts/docs/renderMachineDocs.ts";
import { renderPagesTable } from "../../scripts/docs/renderPagesTable.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

describe("the machines' diagrams", () => {
  it("are up to date", () => {
    using tree = createTemporaryTree(["docs/machines", "machines"]);
    expect(findStaleMachineDocs(tree.root)).toEqual([]);
  });

  it("are stale if one was edited, is missing, or belongs to no machine", () => {
    using tree = createTemporaryTree(["docs/machines", "machines"]);
    tree.write("docs/machines/session.md", "# session\n");
    tree.write("docs/machines/unknown.md", "# unknown\n");
    rmSync(path.join(tree.root, "docs/machines/idle.md"));
    expect(findStaleMachineDocs(tree.root).map((message) => message.split(":")[0])).toEqual([
      "docs/machines/idle.md is stale",
      "docs/machines/session.md is stale",
      "docs/machines/unknown.md belongs to no machine",
    ]);
  });

  it("are incomplete if a new machine has none", () => {
    using tree = createTemporaryTree(["docs/machines", "machines"]);
    tree.write("machines/new.machine.ts", "export {};\n");
    expect(findStaleMachineDocs(tree.root)).toEqual([
      "machines/new.machine.ts is not in scripts/docs/renderMachineDocs.ts",
    ]);
  });
});

describe("the table of pages", () => {
  const createPage = (title: string) =>
    `export const meta = { path: "/a/b", title: "${title}", group: "a", order: 1, icon: "IconA", roles: ["admin"] };\nexport default () => null;\n`;

  it("reflects the `meta` of the page files", () => {
    using tree = createTemporaryTree([]);
    tree.write("src/pages/a/b.page.tsx", createPage("甲"));
    const before = renderPagesTable(tree.root);
    expect(before).toContain("| `/a/b` | 甲 | a | admin |");
    tree.write("src/pages/a/b.page.tsx", createPage("乙"));
    expect(renderPagesTable(tree.root)).not.toBe(before);
  });

  it("rejects a page whose meta is computed", () => {
    using tree = createTemporaryTree([]);
    tree.write(
      "src/pages/a/b.page.tsx",
      "const title = '甲';\nexport const meta = { path: '/a/b', title, order: 1 };\n",
    );
    expect(() => renderPagesTable(tree.root)).toThrow("b.page.tsx");
  });
});

describe("the table of calls", () => {
  const frame = { host: "api", access: "session" } as const;
  const calls = defineCalls({
    boatList: { ...frame, method: "POST", path: "/boat/list", summary: "船" },
    boatOne: { ...frame, method: "GET", path: "/x/one/boat/:id", summary: "一条船" },
    boatSink: { ...frame, method: "DELETE", path: "/boat/:id", summary: "沉船" },
    boatReport: { ...frame, method: "POST", path: "/boat/report", summary: "上报", access: "signed" },
  });
  const createPlantedTree = () => {
    const tree = createTemporaryTree([]);
    tree.write(
      "src/pages/a/boats.page.tsx",
      `import { sink } from "./acts.ts";
const Deep = lazy(() => import("./Deep.tsx"));
export const meta = { path: "/a/boats", title: "船只", group: "a", order: 1 };
export default listPage({ noun: "船", call: boatCalls.boatList, columns: [], rowActions: [sink], Deep });
`,
    );
    tree.write(
      "src/pages/a/acts.ts",
      `const form = actionForm({ call: boatCalls.boatSink, detailCall: boatCalls.boatOne, submitLabel: "沉没" });
export const sink = { label: "凿沉", call: boatCalls.boatSink, form, shown: canCall(boatCalls.boatReport) };
`,
    );
    tree.write("src/pages/a/Deep.tsx", "export const ask = (c) => c.call(boatCalls.boatOne, {});\n");
    tree.write("src/pages/a/stray.ts", "export const list = boatCalls.boatList;\n");
    tree.write("tests/sink.test.ts", "send(`/wms/api/boat/${id}`);\n");
    tree.write("tests/parts.ts", "export const one = { one: '/x/one/boat/' };\n");
    tree.write("tests/whole.test.ts", 'import { one } from "./parts.ts";\n');
    return tree;
  };

  it("links each call to its page, its control and its tests", () => {
    using tree = createPlantedTree();
    const rows = renderCallsTable(tree.root, calls)
      .split("\n")
      .filter((line) => line.includes("boat"));
    expect(rows).toEqual([
      "| `POST /wms/api/boat/list` | 船 | 船只: 查询 | no other |",
      "| `GET /wms/api/x/one/boat/{id}` | 一条船 | 船只: [Deep.tsx](../src/pages/a/Deep.tsx) | [whole](../tests/whole.test.ts) |",
      "| `DELETE /wms/api/boat/{id}` | 沉船 | 船只: 沉没、凿沉 | [sink](../tests/sink.test.ts) |",
      "| `POST /wms/api/boat/report` | 上报 | none: programs send it | no other |",
    ]);
  });

  it("reflects the label of a control", () => {
    using tree = createPlantedTree();
    const before = renderCallsTable(tree.root, calls);
    tree.write("src/pages/a/acts.ts", 'export const sink = { label: "打捞", call: boatCalls.boatSink };\n');
    expect(renderCallsTable(tree.root, calls)).not.toBe(before);
    expect(renderCallsTable(tree.root, calls)).toContain("| 船只: 打捞 |");
  });
});

describe("the console", () => {
  // Screens have no page yet.
  it("sends every call, except that of programs and the alias with a second method", () => {
    const uses = groupUsesByCall(path.resolve(import.meta.dirname, "../.."));
    const unsent = Object.keys(contract).filter((call) =>
      (uses.get(call) ?? []).every(({ pages }) => pages.length === 0),
    );
    expect(unsent.sort()).toEqual(["serviceTreeListPost", "telemetryIngest"]);
  });
});
