import { describe, expect, it } from "vitest";
import { rowMarks } from "../../scripts/docs/rowMarks.ts";
import { rowsReport } from "../../scripts/docs/rowsReport.ts";

const named = (text: string, file = "tests/a.test.ts") => rowMarks(file, text).map(({ rows }) => rows);

describe("a test names rows", () => {
  it("in its title, each or as a range", () => {
    expect(named('test("holds (R-003, R-005 to R-007)", () => {});')).toEqual([[3, 5, 6, 7]]);
    expect(named('describe.each([1, 2])("R-010 in %i", () => {});')).toEqual([[10]]);
  });

  it("in the comments directly above it", () => {
    const text = "// R-001 and\n// R-002: by hand\ntest.for([1])(\n  'holds',\n  () => {},\n);";
    expect(rowMarks("tests/a.test.ts", text)).toEqual([
      { rows: [1, 2], file: "tests/a.test.ts", title: "holds" },
    ]);
  });

  it("by a line of the table it runs through", () => {
    expect(named('test.each([{ row: "R-070", call: "a" }, { row: "R-071" }])("$call", () => {});')).toEqual([
      [70],
      [71],
    ]);
  });

  it("nowhere else", () => {
    expect(named('// R-001\nconst a = 1;\ntest("holds", () => {\n  // R-002\n  f("R-003");\n});')).toEqual(
      [],
    );
    expect(named("/** R-001 */\nexport const a = driver({});")).toEqual([]);
  });

  it("above what a browser driver exports", () => {
    const file = "tests/e2e/model/drivers/a.ts";
    expect(named("/** R-001 to R-002 */\nexport const a = driver({});", file)).toEqual([[1, 2]]);
  });
});

const table = `R-001 | route | The first (§1) | browser: a
R-002 | route | [two readings] The second (§1) | browser: b
R-003 | call | The third (§1) | wire: c
`;
const mark = (row: number, more = {}) => ({ rows: [row], file: "tests/a.test.ts", title: "holds", ...more });

describe("the report of rows", () => {
  it("has every row with its proof, then the others, then both counts", () => {
    expect(rowsReport(table, [mark(2), mark(3, { title: "", issue: 5 })])).toEqual({
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

  it("names a mark whose row is not there", () => {
    expect(rowsReport(table, [mark(9)]).unknown).toEqual(["R-009 is no row: tests/a.test.ts: holds"]);
  });
});
