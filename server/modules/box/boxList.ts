import { and, isNotNull, isNull, lt, or } from "drizzle-orm";
import { type BoxRow, boxCalls, boxFieldLabels, boxRow } from "../../../adapters/contract/box.ts";
import { plusKind } from "../../../adapters/contract/plus.ts";
import * as word from "../../../adapters/contract/words.ts";
import { boxes } from "../../db/schema/box.ts";
import { numberColumn, ownerColumn, textColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { dayMs } from "../../records/shanghaiDay.ts";
import { formatPlace } from "../device/deviceFields.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { toBoxRows } from "./boxRow.ts";

/** The list of cloud boxes. */
export const boxList = defineRecordSource(boxCalls.boxList, boxes, {
  filters: {
    binding: (value) => (value === "bound" ? isNotNull(boxes.companyId) : isNull(boxes.companyId)),
    offlineDays: (days, now) => {
      const since = new Date(now.getTime() - days * dayMs);
      // A box that never reported has been silent since it was added.
      return or(lt(boxes.lastSeenAt, since), and(isNull(boxes.lastSeenAt), lt(boxes.createdAt, since)));
    },
  },
});

const column = createRowColumns(boxRow, boxFieldLabels);

/** The workbook of 云盒管理. */
const boxSheet: RowSheet<BoxRow> = {
  title: "云盒列表",
  columns: [
    column.text("name", 24),
    column.label("status", 10),
    column.text("mac", 20),
    column.text("sn", 20),
    column.text("model", 16),
    ownerColumn,
    column.label("binding", 10),
    column.text("firmware", 12),
    textColumn("plusKinds", word.plus, 30, ({ plusKinds }) => plusKinds.map(plusKind.label).join("、")),
    numberColumn("deviceCount", word.connectedDevices, 10, ({ deviceCount }) => deviceCount),
    column.time("lastSeenAt"),
    textColumn("lng", word.position, 24, formatPlace),
    column.time("createdAt"),
    column.text("remark", 30),
  ],
};

export const prepareBoxExport: ExportPreparer<typeof boxCalls.boxExport> = (body, call) =>
  prepareRowExport(call, boxList, body, toBoxRows, boxSheet);
