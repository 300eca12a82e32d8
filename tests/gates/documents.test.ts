import path from "node:path";
import { describe, expect, it } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { groupUsesByCall, renderCallsTable } from "../../scripts/docs/renderCallsTable.ts";
import { createTemporaryTree } from "./createTemporaryTree.ts";

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
