import { callRights } from "../../../adapters/contract/callRights.ts";
import { type DroneRow, deviceCalls, uavClass } from "../../../adapters/contract/device.ts";
import type { PageAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { DeviceAccess } from "./access/DeviceAccess.tsx";
import { droneForm } from "./access/droneForm.ts";
import { createOwnersSection, createPlaceSection } from "./deviceSections.ts";
import { formatPlace } from "./formatPlace.ts";

const importDrones: PageAction = {
  name: "import",
  label: "导入",
  also: callRights.importRun,
  call: deviceCalls.deviceSave,
  dialog: lazyDialog(async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).DroneImport),
};

/** All companies' drones, those without a box or hangar too. */
const droneList = listPage({
  name: "drone",
  noun: "无人机",
  call: deviceCalls.droneList,
  export: deviceCalls.droneExport,
  detailCall: deviceCalls.droneOne,
  form: droneForm,
  pageActions: [importDrones],
  getTitle: (row) => row.name,
  detailSections: [createOwnersSection<DroneRow>(), createPlaceSection<DroneRow>()],
  columns: [
    { key: "name", title: "名称", width: 200, main: true },
    {
      key: "companyName",
      title: "所属企业",
      width: 230,
      as: "link",
      record: "company",
      getId: (row) => row.companyId,
    },
    { key: "sn", title: "序列号", width: 190, as: "copy", sort: "sn" },
    { key: "model", title: "型号", width: 150 },
    { key: "uavClass", title: "类别", width: 80, as: "label", dictionary: uavClass },
    { key: "lastSeenAt", title: "最近上线", width: 180, as: "time", sort: "lastSeenAt" },
    {
      key: "hangarName",
      title: "机场",
      width: 180,
      as: "link",
      record: "hangar",
      getId: (row) => row.hangarId,
    },
    { key: "boxName", title: "云盒", width: 180, as: "link", record: "box", getId: (row) => row.boxId },
    { key: "registrationNo", title: "实名登记号", width: 170, hidden: true },
    { key: "lng", title: "停放位置", width: 190, as: "custom", cell: formatPlace, hidden: true },
    { key: "createdAt", title: "登记时间", width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "序列号 / 名称 / 实名登记号" },
    { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices },
    { kind: "select", name: "uavClass", label: "类别", dictionary: uavClass },
    { kind: "days", from: "from", to: "to", label: "登记时间" },
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

export default tabbedPage([
  { key: "guide", title: "接入设备", call: deviceCalls.deviceSave, page: DeviceAccess },
  { key: "drones", title: "全部无人机", call: deviceCalls.droneList, page: droneList },
]);
