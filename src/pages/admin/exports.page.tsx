import { exportJobCalls, exportKind, exportStatus } from "../../../adapters/contract/exportJob.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { cancelExport, downloadExport, retryExport } from "./exportActions.ts";
import { ConditionsCell, PhonesCell, SizeCell, WrittenRowsCell } from "./exportCells.tsx";

export const meta = {
  path: "/exports",
  title: "导出中心",
  group: "avatar",
  order: 0,
  icon: "IconFileDownload",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default listPage({
  name: "export",
  noun: "导出记录",
  call: exportJobCalls.exportList,
  detailCall: exportJobCalls.exportOne,
  getTitle: (row) => row.fileName,
  emptyStateAction: {
    description: "在列表页点击“导出”，文件在这里保留 7 天，可以重新下载",
    label: "去订单列表",
    to: "/order/orderList",
    call: orderCalls.orderExport,
  },
  shouldPoll: ({ status }) => status === "running",
  rowActions: [downloadExport, cancelExport, retryExport],
  columns: [
    { key: "fileName", title: "文件", width: 270, main: true },
    { key: "status", title: "状态", width: 110, as: "tag", dictionary: exportStatus },
    { key: "writtenRows", title: "已写 / 预计行数", width: 170, as: "custom", cell: WrittenRowsCell },
    { key: "conditions", title: "导出条件", width: 250, as: "custom", cell: ConditionsCell },
    { key: "kind", title: "内容", width: 90, as: "label", dictionary: exportKind },
    { key: "revealReason", title: "号码", width: 140, as: "custom", cell: PhonesCell },
    { key: "bytes", title: "大小", width: 90, as: "custom", align: "right", cell: SizeCell, sort: "bytes" },
    { key: "failReason", title: "未完成的原因", width: 180 },
    { key: "staffName", title: "导出人", width: 100 },
    { key: "createdAt", title: "导出时间", width: 180, as: "time", sort: "createdAt" },
    { key: "endedAt", title: "结束时间", width: 180, as: "time", sort: "endedAt" },
    { key: "keptUntil", title: "文件保留至", width: 180, as: "time" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "文件名 / 条件 / 导出人" },
    { kind: "select", name: "kind", label: "内容", dictionary: exportKind },
    { kind: "select", name: "status", label: "状态", dictionary: exportStatus },
    { kind: "days", from: "from", to: "to", label: "导出时间" },
  ],
});
