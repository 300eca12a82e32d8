import { finished, Readable } from "node:stream";
import { promisify } from "node:util";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { type Cell, writeXlsx } from "../../server/xlsx/writeXlsx.ts";

const createSheet = (headers: readonly string[]) => ({
  title: "试",
  columns: headers.map((header) => ({ header, width: 10 })),
});

/** A row source that records reads and its closing, and throws at row `failAt`. */
function createSource(rows: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { read: 0, closed: false };
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    try {
      for (let row = 0; row < rows; row++) {
        if (row === failAt) throw new Error("The row cannot be read");
        seen.read++;
        yield [`${row}`, Math.sin(row)];
      }
    } finally {
      seen.closed = true;
    }
  }
  return { seen, cells: cells() };
}

async function* streamRows(rows: readonly (readonly Cell[])[]) {
  yield* rows;
}

async function writeAndRead(headers: readonly string[], rows: readonly (readonly Cell[])[]) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(createSheet(headers), streamRows(rows))) chunks.push(chunk);
  return (await readXlsx(Buffer.concat(chunks))).sheets[0]?.rows ?? [];
}

test("A reader library reads back what was written, including markup, line breaks and outer spaces", async () => {
  const text = ['<a & "b">', " 前后 ", "一\n二", "_x0041_", "0012", "𠮷\ud800"];
  const rows = await writeAndRead(["甲", "乙", "丙", "丁", "戊", "己"], [text, [null, 0, -1.5, "", 1e21, 7]]);
  expect(rows[0]).toEqual(["甲", "乙", "丙", "丁", "戊", "己"]);
  expect(rows[1]).toEqual(['<a & "b">', " 前后 ", "一\n二", "_x0041_", "0012", "𠮷\ufffd"]);
  expect(rows[2]).toEqual([null, 0, -1.5, null, 1e21, 7]);
});

test("Columns after the 26th have two letters", async () => {
  const headers = Array.from({ length: 60 }, (_, at) => `列${at}`);
  const [head, row] = await writeAndRead(headers, [headers.map((_, at) => at)]);
  expect([head?.[25], head?.[26], head?.[52], head?.[59]]).toEqual(["列25", "列26", "列52", "列59"]);
  expect([row?.[25], row?.[26], row?.[52], row?.[59]]).toEqual([25, 26, 52, 59]);
});

test("A list without rows gives a workbook with its header", async () => {
  expect(await writeAndRead(["甲"], [])).toEqual([["甲"]]);
});

test("An error in the first row is thrown before anything is written", async () => {
  const { cells, seen } = createSource(5, 0);
  await expect(writeXlsx(createSheet(["甲", "乙"]), cells).next()).rejects.toThrow("The row cannot be read");
  expect(seen.closed).toBe(true);
});

test("An error in a later row is thrown, and the archive is not completed", { tags: "full" }, async () => {
  const { cells } = createSource(200_000, 150_000);
  const written: Uint8Array[] = [];
  await expect(async () => {
    for await (const chunk of writeXlsx(createSheet(["甲", "乙"]), cells)) written.push(chunk);
  }).rejects.toThrow("The row cannot be read");
  const bytes = Buffer.concat(written);
  expect(bytes.length).toBeGreaterThan(100_000);
  expect(bytes.includes(Buffer.from("PK\u0005\u0006"))).toBe(false);
});

test.for([
  ["after the first byte", 0],
  ["in the middle of the rows", 200_000],
] as const)("A stream that is destroyed %s stops the reading of rows", async ([, after]) => {
  const { cells, seen } = createSource(1_000_000);
  const stream = Readable.from(writeXlsx(createSheet(["甲", "乙"]), cells), { objectMode: false });
  let bytes = 0;
  stream.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > after) stream.destroy();
  });
  await promisify(finished)(stream).catch(() => undefined);
  await expect.poll(() => seen.closed).toBe(true);
  const { read } = seen;
  expect(read).toBeLessThan(1_000_000);
});

test("Rows are read no faster than the file is consumed", async () => {
  const { cells, seen } = createSource(1_000_000);
  const writing = writeXlsx(createSheet(["甲", "乙"]), cells);
  for (let chunk = 0; chunk < 20; chunk++) await writing.next();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen.read).toBeLessThan(100_000);
  await writing.return(undefined);
  expect(seen.closed).toBe(true);
});
