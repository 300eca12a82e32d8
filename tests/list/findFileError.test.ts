import { expect, test } from "vitest";
import { findFileError } from "../../src/list/form/findFileError.ts";

const field = {
  accept: ["image/png", "application/pdf", ".ofd"],
  maxBytes: 10 * 1024 * 1024,
  hint: "PNG、PDF 或 OFD，不超过 10 MB",
};
const check = (name: string, type: string, size: number) => findFileError({ name, type, size }, field);

test("A file of an accepted type and size has no error", () => {
  expect(check("回单.pdf", "application/pdf", 1)).toBeNull();
  // Browsers know no media type of it.
  expect(check("发票.OFD", "", 10 * 1024 * 1024)).toBeNull();
});

test.each([
  ["回单.txt", "text/plain", 6, "请选择符合要求的文件：PNG、PDF 或 OFD，不超过 10 MB"],
  ["回单.pdf", "application/pdf", 0, "「回单.pdf」是空文件，请重新选择"],
  ["扫描.pdf", "application/pdf", 12_000_000, "「扫描.pdf」有 11.4 MB，请选择不超过 10 MB 的文件"],
])("The error of %s says what is wrong with it", (name, type, size, error) => {
  expect(check(name, type, size)).toBe(error);
});
