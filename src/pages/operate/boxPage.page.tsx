import {
  type BoxRow,
  boxBinding,
  boxCalls,
  boxOfflineDays,
  boxStatus,
} from "../../../adapters/contract/box.ts";
import { callRights } from "../../../adapters/contract/callRights.ts";
import * as f from "../../../adapters/contract/fields.ts";
import { plusKind } from "../../../adapters/contract/plus.ts";
import * as word from "../../../adapters/contract/words.ts";
import { createRequestId } from "../../../adapters/http/createRequestId.ts";
import { boxBindingMachine } from "../../../machines/status/boxBinding.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { SectionFallback } from "../../list/detail/SectionFallback.tsx";
import { actionForm } from "../../list/form/actionForm.ts";
import type { BatchAction, PageAction, RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { openDeviceAccess } from "./access/openDeviceAccess.ts";
import { boxForm } from "./boxForm.tsx";
import { createDronesSection, createOwnersSection, createPlaceSection } from "./deviceSections.ts";
import { formatPlace } from "./formatPlace.ts";

const bindBox: RowAction<BoxRow> = {
  name: "bind",
  label: "绑定",
  call: boxCalls.boxUpdate,
  isApplicable: ({ binding }) => boxBindingMachine.allowed(binding).includes("bind"),
  form: actionForm({
    name: "box-bind",
    title: ({ name }: BoxRow) => `绑定 ${name}`,
    call: boxCalls.boxUpdate,
    detailCall: boxCalls.boxOne,
    submitLabel: "绑定",
    consequence: ({ mac }) => `绑定后云盒 ${mac} 的数据归所选企业，并记入归属记录。`,
    fields: [{ kind: "choice", name: "companyId", label: word.company, source: companyChoices }],
    // The call also accepts an empty id, which unbinds.
    schemas: { companyId: f.id },
    args: ({ id, version }, { companyId }, requestId) => ({ body: { id, version, companyId, requestId } }),
  }),
};

const unbindBox: RowAction<BoxRow> = {
  name: "unbind",
  label: "解绑",
  call: boxCalls.boxUpdate,
  destructive: true,
  isApplicable: ({ binding }) => boxBindingMachine.allowed(binding).includes("unbind"),
  form: actionForm({
    name: "box-unbind",
    title: ({ name }: BoxRow) => `解绑 ${name}`,
    call: boxCalls.boxUpdate,
    detailCall: boxCalls.boxOne,
    destructive: true,
    submitLabel: "解绑",
    consequence: ({ companyName, deviceCount }) =>
      `解绑后云盒不再属于「${companyName}」${deviceCount > 0 ? `，接入的 ${deviceCount} 台设备将断开` : ""}，归属记录保留。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, companyId: "" as const, requestId } }),
  }),
};

/** Binds a selected box to this company; empty unbinds it. */
const changeOwner: BatchAction<BoxRow>["run"] = (client, { id, version }, companyId, signal) =>
  client.call(
    boxCalls.boxUpdate,
    { body: { id, version, companyId, requestId: createRequestId() } },
    { signal },
  );

const bindBoxes: BatchAction<BoxRow> = {
  name: "bind",
  label: "批量绑定",
  call: boxCalls.boxUpdate,
  target: { label: word.company, source: companyChoices },
  consequence: (rows) =>
    `将把 ${rows.length} 个云盒绑定到所选企业，并记入归属记录；已绑定其他企业的需要先解绑。`,
  run: changeOwner,
};

const unbindBoxes: BatchAction<BoxRow> = {
  name: "unbind",
  label: "批量解绑",
  call: boxCalls.boxUpdate,
  destructive: true,
  consequence: (rows) => `将解绑 ${rows.length} 个云盒，接入的设备将断开，归属记录保留。`,
  run: changeOwner,
};

export const meta = {
  path: "/operate/boxPage",
  title: "云盒管理",
  group: "operate",
  order: 1,
  icon: "IconRouter",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/iapi/box/list",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "云盒是装在现场的接入设备：在不在线、属于谁、接了哪些模块。",
  lines: [
    "「新增」时可以由系统生成一个未用过的 MAC 地址。",
    "绑定企业后归该企业使用；其设备有未结束的任务时不能解绑。",
    "「离线时长」筛出多天没有上线的云盒，安排巡检。",
    "「扩展模块」登记 4G、RTK、喊话器等模块。",
    "位置可以在地图上选取，列表中显示经纬度。",
    "勾选多台可以一次绑定或解绑，结束后列出失败的和原因。",
    "「导入」按模板一次登记多台，先检查再导入；一天内可以撤销。",
    "最近上线是收到的最后一次心跳。",
  ],
};

const formatModules = ({ plusKinds }: BoxRow) =>
  plusKinds.length > 0 ? plusKinds.map((kind) => plusKind.label(kind)).join("、") : null;

const importBoxes: PageAction = {
  name: "import",
  label: word.importRows,
  also: callRights.importRun,
  call: boxCalls.boxAdd,
  dialog: lazyDialog(async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).BoxImport),
};

export default listPage({
  name: "box",
  call: boxCalls.boxList,
  export: boxCalls.boxExport,
  detailCall: boxCalls.boxOne,
  form: boxForm,
  rowActions: [bindBox, unbindBox],
  batchActions: [bindBoxes, unbindBoxes],
  pageActions: [importBoxes, openDeviceAccess],
  detailSections: [
    {
      title: word.plus,
      content: lazyComponent(async () => (await import("./BoxModules.tsx")).default, SectionFallback),
    },
    createDronesSection<BoxRow>(word.connectedDevices, "没有设备通过该云盒接入", "boxId"),
    createOwnersSection<BoxRow>(),
    createPlaceSection<BoxRow>(),
  ],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: word.boxName, width: 200, main: true, sort: "name" },
    { key: "status", title: word.status, width: 90, as: "tag", dictionary: boxStatus, sort: "status" },
    { key: "mac", title: word.mac, width: 180, as: "copy", sort: "mac" },
    { key: "sn", title: word.sn, width: 150, as: "copy", sort: "sn" },
    { key: "model", title: word.model, width: 130 },
    companyColumn(word.owner, 230),
    { key: "binding", title: "绑定", width: 90, as: "tag", dictionary: boxBinding },
    { key: "firmware", title: word.firmware, width: 100 },
    { key: "plusKinds", title: word.plus, width: 220, as: "custom", cell: formatModules },
    { key: "deviceCount", title: word.connectedDevices, width: 100, as: "number" },
    { key: "lastSeenAt", title: word.lastSeenAt, width: 180, as: "time", sort: "lastSeenAt" },
    { key: "lng", title: word.position, width: 190, as: "custom", cell: formatPlace, hidden: true },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
    { key: "remark", title: word.remark, width: 200, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "名称 / MAC 地址 / 序列号" },
    { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
    { kind: "select", name: "status", label: word.status, dictionary: boxStatus },
    { kind: "select", name: "offlineDays", label: "离线时长", dictionary: boxOfflineDays },
    { kind: "select", name: "binding", label: "绑定", dictionary: boxBinding },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
