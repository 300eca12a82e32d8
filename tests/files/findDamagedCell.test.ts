import { expect, test } from "vitest";
import { findDamagedCell } from "../../server/files/findDamagedCell.ts";

test.each([
  [new Date(Date.UTC(2026, 4, 3)), "被存为日期"],
  [1_234_567_890_123_456_800, "被存为数值，末位已丢失"],
  [999_999_999_999_999, null],
  ["1.23457E+18", "被存为数值，末位已丢失"],
  ["#N/A", "公式的结果是 #N/A"],
  ["#DIV/0!", "公式的结果是 #DIV/0!"],
  ["#NAME?", "公式的结果是 #NAME?"],
  ["#REF!", "公式的结果是 #REF!"],
  ["#1 机库", null],
  ["M30E+2", null],
  [null, null],
  [true, null],
])("of the cell %s it says %s", (cell, fault) => {
  expect(findDamagedCell(cell)).toBe(fault);
});
