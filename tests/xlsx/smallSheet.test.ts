import { expect, test } from "vitest";
import { assertSmallSheet } from "../../server/files/assertSmallSheet.ts";

/** An entry of a zip directory with its compressed and unpacked size. */
function createEntry(packed: number, unpacked: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.write("PK\u0001\u0002", 0, "latin1");
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(unpacked, 24);
  return entry;
}

test.each([
  ["one entry of 33 MB", [createEntry(1_000, 33 * 1024 * 1024)]],
  ["many entries of 4 MB", Array.from({ length: 9 }, () => createEntry(1_000, 4 * 1024 * 1024))],
  ["an entry without a size", [createEntry(1_000, 0)]],
] as const)("A sheet with %s is refused", (_name, entries) => {
  expect(() => assertSmallSheet(Buffer.concat(entries))).toThrow("文件内容过多，请拆分后再导入");
});

test("A sheet of 32 MB, with an empty entry, is read", () => {
  const entries = [createEntry(2, 0), createEntry(1_000, 32 * 1024 * 1024)];
  expect(() => assertSmallSheet(Buffer.concat(entries))).not.toThrow();
});
