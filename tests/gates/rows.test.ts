import { describe, expect, it } from "vitest";
import { findRowMarks } from "../../scripts/docs/rowMarks.ts";
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
