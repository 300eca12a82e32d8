import { callRights } from "../../../adapters/contract/callRights.ts";
import { deviceCalls, deviceKind, hangarCover, hangarStatus } from "../../../adapters/contract/device.ts";
import { type HangarRow, hangarCalls, hangarFieldLabels } from "../../../adapters/contract/hangar.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CallOptions, Client } from "../../../adapters/http/client.ts";
import { keepListNotices } from "../../../adapters/http/listNotices.ts";
import { hangarStatusMachine } from "../../../machines/status/hangar.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { recordActions } from "../../list/form/recordActions.ts";
import type { PageAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { statusRefusal } from "../../list/statusRefusal.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { openDeviceAccess } from "./access/openDeviceAccess.ts";
import { createDronesSection, createOwnersSection, createPlaceSection } from "./deviceSections.ts";
import { formatPlace } from "./formatPlace.ts";
import { hangarForm } from "./hangarForm.tsx";

const hangarAction = recordActions({
  name: "hangar",
  detailCall: hangarCalls.hangarOne,
  getTitle: ({ name }) => name,
  machine: hangarStatusMachine,
});

const suspendHangar = hangarAction("suspend", {
  label: word.suspend,
  call: hangarCalls.hangarAdd,
  destructive: true,
  sends: { status: "service" },
  // Of a status that is not known nothing can be said.
  isApplicable: ({ status }) =>
    hangarStatus.options.some(({ value }) => value === status && value !== "service"),
  refusal: statusRefusal(hangarStatusMachine, "suspend", word.suspend),
  consequence: ({ name }) => `停用后「${name}」不计入可用机场，不再有任务从这里起飞，直到恢复使用。`,
});

const resumeHangar = hangarAction("resume", {
  label: "恢复使用",
  call: hangarCalls.hangarAdd,
  sends: { status: "idle" },
  consequence: ({ name }) => `恢复后「${name}」可以执行任务，请确认检修已完成。`,
});

const importHangars: PageAction = {
  name: "import",
  label: word.importRows,
  also: callRights.importRun,
  call: hangarCalls.hangarAdd,
  dialog: lazyDialog(async () => (await import("../../list/sheetImport/SheetImportDialog.tsx")).HangarImport),
};

/** `96%`; null without a drone. */
const formatBattery = ({ droneBattery }: HangarRow) =>
  droneBattery === null ? null : `${Math.round(droneBattery)}%`;

/** Wind, rain and temperature; null before the hangar's first report. */
const formatWeather = ({ windSpeed, rainfall, temperature }: HangarRow) =>
  windSpeed === null || rainfall === null || temperature === null
    ? null
    : `风 ${windSpeed} m/s，雨 ${rainfall} mm/h，${temperature} °C`;

/** The hangars among the devices of the specification's list. */
async function loadHangarDevices(client: Client, options: CallOptions): Promise<readonly HangarRow[]> {
  const devices = await client.call(deviceCalls.deviceList, { query: {} }, options);
  // Safe cast: what another platform does not say is unknown, as in every answer that is read leniently.
  const hangars = devices
    .filter(({ kind }) => kind === "hangar" || !deviceKind.options.some(({ value }) => value === kind))
    .map((device) => ({
      ...unknownHangarState,
      ...device,
      lng: device.lng ?? Number.NaN,
      lat: device.lat ?? Number.NaN,
      companyId: device.companyId ?? "",
      ...device.hangar,
    })) as unknown as readonly HangarRow[];
  return keepListNotices(hangars, devices);
}

const unknownHangarState = {
  cover: "",
  altitude: Number.NaN,
  droneSn: "",
  droneBattery: null,
  windSpeed: null,
  rainfall: null,
  temperature: null,
};

export const meta = {
  path: "/operate/airport",
  title: "机场管理",
  group: "operate",
  order: 2,
  icon: "IconBuildingAirport",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/x/hangar/list",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "机场（机库）的状态：舱盖、气象、机内无人机和电量，何时最后联系。",
  lines: [
    "「新增」登记名称、序列号和位置，位置可在地图上选取。",
    "表格和卡片两种显示可以切换，系统会记住您的选择。",
    "「停用检修」期间不能派任务，修好后「恢复使用」。",
    "一架无人机只能停在一个机场，且须与机场同属一家企业。",
    "风速、雨量、温度来自机场自己的传感器，旁边是最近心跳的时间。",
    "机场异常会产生告警，在实时任务和历史告警中可见。",
    "有进行中的任务时不能更换所属企业。",
    "「导入」按模板一次登记多个机场，先检查再导入；一天内可以撤销。",
    "按企业、状态、舱盖筛选，可以导出。",
  ],
};

export default listPage({
  name: "hangar",
  call: hangarCalls.hangarList,
  specified: loadHangarDevices,
  export: hangarCalls.hangarExport,
  detailCall: hangarCalls.hangarOne,
  form: hangarForm,
  rowActions: [resumeHangar, suspendHangar],
  pageActions: [importHangars, openDeviceAccess],
  cards: {
    columns: ["status", "companyName", "cover", "droneSn", "droneBattery", "windSpeed", "lng", "lastSeenAt"],
  },
  detailSections: [
    createDronesSection<HangarRow>("驻场设备", "机场中没有无人机", "hangarId"),
    createOwnersSection<HangarRow>(),
    createPlaceSection<HangarRow>(),
  ],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: hangarFieldLabels.name, width: 200, main: true },
    { key: "status", title: word.status, width: 100, as: "tag", dictionary: hangarStatus, sort: "status" },
    { key: "sn", title: word.sn, width: 170, as: "copy", sort: "sn" },
    companyColumn(word.owner, 230),
    { key: "cover", title: hangarFieldLabels.cover, width: 90, as: "tag", dictionary: hangarCover },
    { key: "droneSn", title: word.drone, width: 190, as: "copy" },
    {
      key: "droneBattery",
      title: word.battery,
      width: 90,
      as: "custom",
      align: "right",
      cell: formatBattery,
      sort: "droneBattery",
    },
    { key: "windSpeed", title: "气象", width: 250, as: "custom", cell: formatWeather, sort: "windSpeed" },
    { key: "lng", title: word.position, width: 190, as: "custom", cell: formatPlace },
    { key: "lastSeenAt", title: word.lastHeartbeat, width: 180, as: "time", sort: "lastSeenAt" },
    { key: "altitude", title: hangarFieldLabels.altitude, width: 100, as: "number", hidden: true },
    { key: "model", title: word.model, width: 130, hidden: true },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "机场名称 / 序列号" },
    { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
    { kind: "select", name: "status", label: word.status, dictionary: hangarStatus },
    { kind: "select", name: "cover", label: hangarFieldLabels.cover, dictionary: hangarCover },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
