import { sql } from "drizzle-orm";
import { formatWholeScope } from "../../../adapters/contract/dutyScope.ts";
import {
  type ScreenRow,
  screenCalls,
  screenFieldLabels,
  screenLink,
  screenRow,
} from "../../../adapters/contract/screen.ts";
import * as word from "../../../adapters/contract/words.ts";
import { type ScreenRecord, screens } from "../../db/schema/screen.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { getScreenLink, getScreenState } from "./screenState.ts";

/** The list of wall screens. */
export const screenList = defineRecordSource(screenCalls.screenList, screens, {
  search: sql`lower(${screens.name})`,
});

/** A screen as the list shows it. */
export const toScreenRow = (record: ScreenRecord, now: Date): ScreenRow =>
  toWireRow(screenRow, {
    ...record,
    state: getScreenState(record, now),
    link: getScreenLink(record, now),
  });

const column = createRowColumns(screenRow, screenFieldLabels);

/** The workbook of 大屏管理. */
const screenSheet: RowSheet<ScreenRow> = {
  title: "大屏列表",
  columns: [
    column.text("name", 24),
    column.label("state", 10),
    column.label("layout", 10),
    column.text("scope", 30, ({ scope }) => formatWholeScope(scope)),
    column.label("audience", 12),
    column.text("sound", 8, ({ sound }) => (sound ? "开" : "关")),
    textColumn("difference", "与平台不一致", 40, ({ difference }) => difference),
    textColumn("link", "链接", 10, ({ link }) => screenLink.label(link)),
    timeColumn("paintedAt", "最后画面", ({ paintedAt }) => paintedAt),
    timeColumn("dataAt", "最后数据", ({ dataAt }) => dataAt),
    timeColumn("reportedAt", "最后上报", ({ reportedAt }) => reportedAt),
    timeColumn("openedAt", "链接打开", ({ openedAt }) => openedAt),
    textColumn("openedFrom", "打开地址", 16, ({ openedFrom }) => openedFrom ?? ""),
    timeColumn("refusedAt", word.refusedAt, ({ refusedAt }) => refusedAt),
    textColumn("refusedFrom", "被拒地址", 16, ({ refusedFrom }) => refusedFrom ?? ""),
    numberColumn("frameRate", "帧率", 8, ({ frameRate }) => frameRate),
    numberColumn("heapBytes", "内存（MB）", 12, ({ heapBytes }) =>
      heapBytes === null ? null : Math.round(heapBytes / 104_857.6) / 10,
    ),
    textColumn("build", word.version, 24, ({ build }) => build ?? ""),
    column.time("createdAt"),
    textColumn("id", "大屏编号", 24, ({ id }) => id),
  ],
};

export const prepareScreenExport: ExportPreparer<typeof screenCalls.screenExport> = (body, call) =>
  prepareRowExport(
    call,
    screenList,
    body,
    (_db, screens) => screens.map((one) => toScreenRow(one, call.now)),
    screenSheet,
  );
