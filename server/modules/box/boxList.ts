import { and, isNotNull, isNull, lt, or } from "drizzle-orm";
import { type BoxRow, boxBinding, boxCalls, boxStatus } from "../../../adapters/contract/box.ts";
import { plusKind } from "../../../adapters/contract/plus.ts";
import { boxes } from "../../db/schema/box.ts";
import { numberColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
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

/** The workbook of 云盒管理. */
const boxSheet: RowSheet<BoxRow> = {
  title: "云盒列表",
  columns: [
    textColumn("name", "云盒名称", 24, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => boxStatus.label(status)),
    textColumn("mac", "MAC 地址", 20, ({ mac }) => mac),
    textColumn("sn", "序列号", 20, ({ sn }) => sn),
    textColumn("model", "型号", 16, ({ model }) => model),
    textColumn("companyName", "所属企业", 36, ({ companyName }) => companyName),
    textColumn("binding", "绑定", 10, ({ binding }) => boxBinding.label(binding)),
    textColumn("firmware", "固件版本", 12, ({ firmware }) => firmware),
    textColumn("plusKinds", "扩展模块", 30, ({ plusKinds }) => plusKinds.map(plusKind.label).join("、")),
    numberColumn("deviceCount", "接入设备", 10, ({ deviceCount }) => deviceCount),
    timeColumn("lastSeenAt", "最近上线", ({ lastSeenAt }) => lastSeenAt),
    textColumn("lng", "位置", 24, formatPlace),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
  ],
};

export const prepareBoxExport: ExportPreparer<typeof boxCalls.boxExport> = (body, call) =>
  prepareRowExport(call, boxList, body, toBoxRows, boxSheet);
