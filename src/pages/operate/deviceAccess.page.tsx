import { callRights } from "../../../adapters/contract/callRights.ts";
import { type DroneRow, deviceCalls, uavClass } from "../../../adapters/contract/device.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import type { PageAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { DeviceAccess } from "./access/DeviceAccess.tsx";
import { droneForm } from "./access/droneForm.ts";
import { createOwnersSection, createPlaceSection } from "./deviceSections.ts";
import { formatPlace } from "./formatPlace.ts";

const importDrones: PageAction = {
  name: "import",
  label: word.importRows,
  also: callRights.importRun,
  call: deviceCalls.deviceSave,
  dialog: lazyDialog(async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).DroneImport),
};

/** All companies' drones, those without a box or hangar too. */
const droneList = listPage({
  name: "drone",
  noun: word.drone,
  call: deviceCalls.droneList,
  export: deviceCalls.droneExport,
  detailCall: deviceCalls.droneOne,
  form: droneForm,
  pageActions: [importDrones],
  getTitle: (row) => row.name,
  detailSections: [createOwnersSection<DroneRow>(), createPlaceSection<DroneRow>()],
  columns: [
    { key: "name", title: word.name, width: 200, main: true },
    companyColumn(word.owner, 230),
    { key: "sn", title: word.sn, width: 190, as: "copy", sort: "sn" },
    { key: "model", title: word.model, width: 150 },
    { key: "uavClass", title: word.uavClass, width: 80, as: "label", dictionary: uavClass },
    { key: "lastSeenAt", title: word.lastSeenAt, width: 180, as: "time", sort: "lastSeenAt" },
    {
      key: "hangarName",
      title: word.hangar,
      width: 180,
      as: "link",
      record: "hangar",
      getId: (row) => row.hangarId,
    },
    { key: "boxName", title: word.box, width: 180, as: "link", record: "box", getId: (row) => row.boxId },
    { key: "registrationNo", title: word.registrationNo, width: 170, hidden: true },
    { key: "lng", title: "停放位置", width: 190, as: "custom", cell: formatPlace, hidden: true },
    { key: "createdAt", title: word.registeredAt, width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "序列号 / 名称 / 实名登记号" },
    { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
    { kind: "select", name: "uavClass", label: word.uavClass, dictionary: uavClass },
    { kind: "days", from: "from", to: "to", label: word.registeredAt },
  ],
});

export const meta = {
  path: "/deviceAccess",
  title: "设备接入",
  group: "own",
  order: 5,
  icon: "IconPlugConnected",
  roles: ["admin", "maintainer"],
  right: "/x/device/save",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "设备怎样接入、接入得好不好：无人机、机场、云盒的登记和上报情况。",
  lines: [
    "「设备接入」按步骤进行：选企业和密钥，登记无人机，发送第一条数据，核对结果。",
    "没有登记的序列号发来的数据会被拒绝，可以在那里直接登记。",
    "有现成的命令和代码可以复制，收到数据后页面会马上显示。",
    "被拒绝的样本和不可用的数值逐条说明原因；设备时钟偏差可以校正。",
    "序列号区分大小写，须与设备上报的一致；类别和实名登记号按登记证填写。",
    "「导入」按模板一次登记多架无人机。",
    "「全部无人机」列出已登记的无人机和最近上线时间，可以查找和导出。",
    "访问密钥由超级管理员创建和保管，只显示一次。",
  ],
};

export default tabbedPage([
  { key: "guide", title: word.connectedDevices, call: deviceCalls.deviceSave, page: DeviceAccess },
  { key: "drones", title: "全部无人机", call: deviceCalls.droneList, page: droneList },
]);
