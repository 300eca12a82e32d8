import { expect, test } from "vitest";
import type { SheetImport } from "../../adapters/contract/sheetImport.ts";
import { describeEnd } from "../../src/list/sheetImport/useSheetImports.ts";

const job: SheetImport = {
  id: "1",
  kind: "user",
  mode: "all",
  fileName: "名单.xlsx",
  status: "done",
  total: 3,
  done: 3,
  created: 3,
  faulty: 0,
  undone: 0,
  failReason: "",
  hasPasswords: false,
  canUndo: true,
  staffId: "1",
  staffName: "陈立新",
  createdAt: "2026-11-30T04:00:00.000Z",
  endedAt: "2026-11-30T04:01:00.000Z",
};

test("Who closed the window is told what became of the import, and of taking it back", () => {
  expect(describeEnd(job).text).toBe("「名单.xlsx」已导入 3 行用户，结果在“导入”中查看");
  expect(describeEnd({ ...job, undone: 2 }).text).toBe("「名单.xlsx」已撤销 2 行用户，结果在“导入”中查看");
  const stopped = { ...job, undone: 1, failReason: "撤销没有完成，可以再次撤销" };
  expect(describeEnd(stopped)).toEqual({
    isSuccess: false,
    text: "「名单.xlsx」：撤销没有完成，可以再次撤销",
  });
});
