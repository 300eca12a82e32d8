import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { createRowsReport } from "../../scripts/docs/createRowsReport.ts";
import { findUnreachedMarks, findUnshippedFiles } from "../../scripts/docs/findUnreachedMarks.ts";
import { findRowMarks, type RowMark } from "../../scripts/docs/rowMarks.ts";
import { findUnsentCalls } from "../browser/findUnsentCalls.ts";

const parseRows = (text: string, file = "tests/a.test.ts") =>
  findRowMarks(file, text).map(({ rows }) => rows);

describe("row marks are found", () => {
  it("in a test's title, singly or as a range", () => {
    expect(parseRows('test("holds (R-003, R-005 to R-007)", () => {});')).toEqual([[3, 5, 6, 7]]);
    expect(parseRows('describe.each([1, 2])("R-010 in %i", () => {});')).toEqual([[10]]);
  });

  it("in the comments directly above a test", () => {
    const text = "// R-001 and\n// R-002: by hand\ntest.for([1])(\n  'holds',\n  () => {},\n);";
    expect(findRowMarks("tests/a.test.ts", text)).toEqual([
      { rows: [1, 2], file: "tests/a.test.ts", title: "holds" },
    ]);
  });

  it("in the title of a single test, separately from those above it", () => {
    const text = '// R-001\ntest("sends it (R-002)", () => {});\ndescribe("both (R-003)", () => {});';
    expect(findRowMarks("tests/a.test.ts", text)).toEqual([
      { rows: [1], file: "tests/a.test.ts", title: "sends it (R-002)" },
      { rows: [2], file: "tests/a.test.ts", title: "sends it (R-002)", isInTestTitle: true },
      { rows: [3], file: "tests/a.test.ts", title: "both (R-003)" },
    ]);
  });

  it("in the table of a parameterised test", () => {
    expect(
      parseRows('test.each([{ row: "R-070", call: "a" }, { row: "R-071" }])("$call", () => {});'),
    ).toEqual([[70], [71]]);
  });

  it("nowhere else", () => {
    expect(
      parseRows('// R-001\nconst a = 1;\ntest("holds", () => {\n  // R-002\n  f("R-003");\n});'),
    ).toEqual([]);
    expect(parseRows("/** R-001 */\nexport const a = driver({});")).toEqual([]);
  });

  it("above the export of a browser driver", () => {
    const file = "tests/e2e/model/drivers/a.ts";
    expect(parseRows("/** R-001 to R-002 */\nexport const a = driver({});", file)).toEqual([[1, 2]]);
  });
});

const table = `R-001 | route | The first (§1) | browser: a
R-002 | route | [two readings] The second (§1) | browser: b
R-003 | call | The third (§1) | wire: c
`;
const createMark = (row: number, more = {}) => ({
  rows: [row],
  file: "tests/a.test.ts",
  title: "holds",
  ...more,
});

describe("the report of rows", () => {
  it("lists the proven rows with their tests, then the unproven ones, then both counts", () => {
    expect(createRowsReport(table, [createMark(2), createMark(3, { title: "", issue: 5 })])).toEqual({
      lines: [
        "R-002 route      The second (§1)",
        "      tests/a.test.ts: holds",
        "",
        "Unproven:",
        "R-001 route      The first (§1)",
        "R-003 call       The third (§1)",
        "      still to come with issue 5",
        "",
        "1 of 3 rows are proven, 2 are not.",
      ],
      unknown: [],
    });
  });

  it("lists marks of unknown rows", () => {
    expect(createRowsReport(table, [createMark(9)]).unknown).toEqual([
      "R-009 is no row: tests/a.test.ts: holds",
    ]);
  });
});

describe("a call", () => {
  const responseMark = createMark(3, { file: "tests/spec/specifiedCalls.ts", title: "" });
  const browserMark = createMark(3, {
    file: "tests/e2e/a.test.ts",
    title: "presses (R-003)",
    isInTestTitle: true,
  });
  const findMissing = (marks: readonly RowMark[]) =>
    createRowsReport(table, marks).lines.filter((line) => line.includes("lacks"));

  it("needs a test of its response and a browser test in which a page sends it", () => {
    expect(createRowsReport(table, [responseMark, browserMark]).lines.at(-1)).toBe(
      "1 of 3 rows are proven, 2 are not.",
    );
    expect(findMissing([responseMark, browserMark])).toEqual([]);
    expect(findMissing([responseMark])).toEqual([
      "      lacks a browser test that sends it and names the row in its title",
    ]);
    expect(createRowsReport(table, [responseMark]).lines.at(-1)).toBe("0 of 3 rows are proven, 3 are not.");
  });

  it("is not proven as sent by a comment above a browser test, or by the title of another kind of test", () => {
    expect(findMissing([responseMark, createMark(3, { file: "tests/e2e/a.test.ts" })])).toHaveLength(1);
    expect(findMissing([responseMark, createMark(3, { isInTestTitle: true })])).toHaveLength(1);
  });
});

describe("a browser test with a call's row in its title", () => {
  it("fails if its pages have not sent the call", () => {
    const sent = [
      "POST /wms/api/company/pageList",
      "DELETE /wms/api/company/frozen/12",
      "GET /wms/api/company/frozen/12/x",
    ];
    expect(findUnsentCalls("freezes (R-084, R-085)", sent)).toEqual([]);
    expect(findUnsentCalls("freezes (R-084 to R-086)", sent)).toEqual(["R-086 POST /company/account/create"]);
    expect(findUnsentCalls("reads R-121", ["GET /wms/api/serviceInfo/upShelf/1/2"])).toEqual([
      "R-121 GET /serviceInfo/upShelf/{id}",
    ]);
    expect(findUnsentCalls("nothing of a call (R-292)", [])).toEqual([]);
  });
});

describe("a mark", () => {
  const file = (imports: readonly string[], types: readonly string[] = []) => ({
    imports,
    types,
    program: parseSync("a.ts", "").program,
  });
  const graph = new Map([
    ["src/main.tsx", file(["src/a.ts"])],
    ["src/a.ts", file([], ["src/types.ts"])],
    ["src/types.ts", file([], ["src/moreTypes.ts"])],
    ["src/moreTypes.ts", file([])],
    ["src/lonely.ts", file([])],
    ["tests/a.test.ts", file(["src/a.ts"])],
    ["tests/b.test.ts", file(["src/lonely.ts"])],
    ["tests/c.test.ts", file(["tests/live/harness/open.ts"])],
    ["tests/live/harness/open.ts", file([])],
    ["tests/live/harness/Scene.tsx", file(["src/lonely.ts"])],
  ]);

  it("proves nothing if its test imports a file that no page imports, directly or through a harness scene", () => {
    expect([...findUnshippedFiles(graph)]).toEqual(["src/lonely.ts"]);
    const marks = ["a", "b", "c"].map((name) => createMark(1, { file: `tests/${name}.test.ts` }));
    expect(findUnreachedMarks(graph, marks).map(({ mark: { file }, reason }) => [file, reason])).toEqual([
      ["tests/b.test.ts", "it tests src/lonely.ts, which no page imports"],
      ["tests/c.test.ts", "it tests src/lonely.ts, which no page imports"],
    ]);
  });
});
