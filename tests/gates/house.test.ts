import { describe, expect, test } from "vitest";
import {
  collectClosure,
  createImportGraph,
  findArrowsUp,
  findCircles,
  joinRooms,
} from "../../scripts/checks/importGraph.ts";
import { listSourceFiles } from "../../scripts/checks/listSourceFiles.ts";
import { measureHouse } from "../../scripts/checks/measureHouse.ts";

const files = Object.entries({
  "server/modules/channelCode/channelCodeHandlers.ts":
    'import type { A } from "../../telemetry/a.ts";\nx("渠道");',
  "server/telemetry/a.ts": 'import { b } from "../db/b.ts";\nimport { c } from "./c.ts";\nx("渠道");',
  "server/auth/b.ts": 'import { b } from "../db/b.ts";\n',
  "server/wall/b.ts": 'import { b } from "../db/b.ts";\n',
  "server/telemetry/c.ts": 'import { a } from "./a.ts";\n',
  "server/db/b.ts": "export const b = 1;\n",
  "server/db/d.ts": 'import { a } from "../telemetry/a.ts";\nx("渠道", "企业");',
  "tests/a.test.ts": "test();\ntest();\n",
}).map(([file, text]) => ({ file, text }));

test("the house's figures count labels, types, circles, arrows, importers and lines", () => {
  expect(measureHouse(files)).toEqual([
    "labels in 3 or more files: 1",
    "types of an ordinary resource: 4 files, 2 of them telemetry",
    "circles: 1, the largest of 2 files",
    "server: 5 rooms, 5 arrows, 1 of them back up",
    "files with one importer: 1 of 7, 14 %",
    "lines: 11 of product, 2 of tests",
  ]);
});

test("arrows and circles are named", () => {
  const graph = createImportGraph(files);
  expect(findCircles(graph)).toEqual([["server/telemetry/a.ts", "server/telemetry/c.ts"]]);
  const rooms = joinRooms(graph, (file) => file.split("/")[1] ?? "");
  expect(findArrowsUp(rooms)).toEqual([["db", "telemetry"]]);
});

describe("The server", () => {
  const source = listSourceFiles(process.cwd()).filter(({ file }) =>
    /^(?:adapters|machines|server)\/.*\.ts$/.test(file),
  );
  const graph = createImportGraph(source);

  test.each(["channelCode", "company", "goods", "hangar", "service", "user"])(
    "the types of the resource %s are few, and none is of flights",
    (name) => {
      const types = [...collectClosure(graph, `server/modules/${name}/${name}Handlers.ts`)];
      expect(types.length).toBeGreaterThan(20);
      expect(types.length).toBeLessThanOrEqual(120);
      expect(types.filter((file) => /^server\/(?:telemetry|alarms)\//.test(file))).toEqual([]);
    },
  );

  test("has rooms that import each other downwards only", () => {
    const server = createImportGraph(source.filter(({ file }) => file.startsWith("server/")));
    expect(findArrowsUp(joinRooms(server, (file) => file.split("/")[1] ?? ""))).toEqual([]);
  });
});
