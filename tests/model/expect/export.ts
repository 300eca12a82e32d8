import { defineExpectation } from "../createReference.ts";

interface ExportObserved {
  readonly [part: string]: unknown;
  readonly exportId: string;
  readonly rows: number;
  readonly total: number;
  readonly result: string | null;
  readonly error: string | null;
}

const initialValues = { rows: 0, total: 0, result: null, error: null };

/** Exports, contract section 1: progress, cancelling, file name. */
export const exportExpectation = defineExpectation<ExportObserved>({
  seen: () => ({ exportId: "", ...initialValues }),
  start: [],
  regions: {
    "": {
      initial: "idle",
      states: { idle: [], running: ["busy"], done: ["done"], cancelled: ["cancelled"], failed: ["failed"] },
      rules: [
        {
          from: ["idle", "done", "cancelled", "failed"],
          on: "start",
          to: "running",
          sets: ({ exportId }) => ({
            ...initialValues,
            exportId: exportId === "" ? "e1" : `e${Number(exportId.slice(1)) + 1}`,
          }),
          does: ({ exportId }) => [`POST export ${exportId} frozen`],
          row: "R-289",
        },
        {
          from: "running",
          on: "0 of 1200 rows",
          if: ({ rows }) => rows === 0,
          sets: { rows: 0, total: 1200 },
          row: "contract 6 type 10",
        },
        {
          from: "running",
          on: "500 of 1200 rows",
          if: ({ rows }) => rows <= 500,
          sets: { rows: 500, total: 1200 },
          row: "contract 6 type 10",
        },
        {
          from: "running",
          on: "500 of 1300 rows",
          if: ({ rows }) => rows <= 500,
          sets: { rows: 500, total: 1300 },
          row: "contract 6 type 10",
        },
        {
          from: "running",
          on: "1000 of 1200 rows",
          sets: { rows: 1000, total: 1200 },
          row: "contract 6 type 10",
        },
        {
          from: "running",
          on: "file arrives",
          to: "done",
          sets: { rows: 1200, result: "账号列表-20261120.xlsx 1200" },
          row: "contract 1 exports",
        },
        { from: "running", on: "export fails", to: "failed", sets: { error: "offline 连接中断" } },
        {
          from: "running",
          on: "cancelled in the export centre",
          to: "cancelled",
          sets: { error: "cancelled 已在导出中心取消" },
          row: "issue 5.4 cancel",
        },
        { from: "running", on: "cancel", to: "cancelled", does: ["aborts run"], row: "screens.md export" },
        { from: ["done", "cancelled", "failed"], on: "close", to: "idle" },
      ],
    },
  },
});
