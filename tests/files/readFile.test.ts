import { setImmediate as nextTurn } from "node:timers/promises";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { RefusalError } from "../../server/errors.ts";
import { readFile } from "../../server/files/readFile.ts";

const square = {
  type: "Polygon",
  coordinates: [
    [
      [116, 39],
      [116.01, 39],
      [116.01, 39.01],
      [116, 39],
    ],
  ],
};
const text = JSON.stringify(square);
const damaged = "文件已损坏";

describe("a file that is read in a thread", () => {
  it("leaves the server its turns meanwhile", async () => {
    let isRead = false;
    const reading = readFile("zones", { file: text, width: 40, crs: "wgs84" }, damaged).finally(() => {
      isRead = true;
    });
    let turns = 0;
    while (!isRead) {
      await nextTurn();
      turns += 1;
    }
    expect((await reading).zones).toMatchObject([{ shape: square }]);
    expect(turns).toBeGreaterThan(10);
  });

  it("is refused with a sentence where it takes too long or too much memory", { tags: "full" }, async () => {
    const long = readFile("zones", { file: text, width: 40, crs: "wgs84" }, damaged, {
      heapMb: 512,
      timeMs: 1,
    });
    await expect(long).rejects.toThrow("文件内容过于复杂");
    const large = `<kml>${"<a/>".repeat(900_000)}</kml>`;
    const heavy = readFile("zones", { file: large, width: 40, crs: "wgs84" }, damaged, {
      heapMb: 32,
      timeMs: 60_000,
    });
    await expect(heavy).rejects.toThrow("文件内容过于复杂");
  });

  it("is refused with its own sentence, or the one for damaged files", async () => {
    await expect(readFile("zones", { file: "<kml/>", width: 40, crs: "wgs84" }, damaged)).rejects.toThrow(
      RefusalError,
    );
    const bytes = new TextEncoder().encode("not a workbook");
    await expect(readFile("sheet", { bytes, maxRows: 10 }, damaged)).rejects.toThrow(damaged);
  });

  it("is refused where eight others wait, and accepted after them", { tags: "full" }, async () => {
    const eight = Array.from({ length: 8 }, () =>
      readFile("zones", { file: text, width: 40, crs: "wgs84" }, damaged),
    );
    await expect(readFile("zones", { file: text, width: 40, crs: "wgs84" }, damaged)).rejects.toThrow(
      "请稍后再试",
    );
    await Promise.all(eight);
    expect((await readFile("zones", { file: text, width: 40, crs: "wgs84" }, damaged)).zones).toHaveLength(1);
  });

  it("has five hundred columns at most", { tags: "full" }, async () => {
    const csv = { bytes: Buffer.from(`${"1,".repeat(100_000)}\na,b`), maxRows: 10 };
    const rows = await readFile("csv", csv, damaged);
    expect(rows.map(({ length }) => length)).toEqual([500, 2]);
    const bytes = await writeXlsx({ sheets: [{ name: "表", rows: [Array.from({ length: 600 }, String)] }] });
    const [row = []] = await readFile("sheet", { bytes, maxRows: 10 }, damaged);
    expect(row).toHaveLength(500);
  });
});
