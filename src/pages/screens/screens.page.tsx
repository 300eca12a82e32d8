import { formatScope } from "../../../adapters/contract/dutyScope.ts";
import {
  type ScreenRow,
  screenAudience,
  screenCalls,
  screenLayout,
  screenLink,
  screenState,
} from "../../../adapters/contract/screen.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { formatBytes } from "../../ui/format/formatBytes.ts";
import { screenForm, toLinkDisplay } from "./screenForm.ts";

export const meta = {
  path: "/screens",
  title: "大屏",
  group: "own",
  order: 6,
  icon: "IconMap2",
  roles: ["admin", "maintainer"],
  right: "/x/screen/list",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "挂在墙上的大屏：发放链接、选择布局、看它是否正常显示。",
  lines: [
    "「新增」选择布局，得到一个链接，在大屏的浏览器里打开一次即可。",
    "链接只显示这一次；遗失或更换时用「新链接」，旧的立即失效。",
    "停用后大屏立即停止显示，启用后约一分钟自行恢复。",
    "最后画面、帧率、内存由大屏自己上报，可判断它是否卡住。",
    "「刷新」让大屏在 30 秒内重新载入，画面中断几秒。",
    "从别的地址打开会被拒绝，列表中注明次数和地址。",
    "大屏上的电话一律隐藏，也不能操作。",
    "断网时大屏会自行恢复，不必人工处理。",
  ],
};

const isInUse = ({ state }: ScreenRow) => state !== "revoked";

const reloadScreen: RowAction<ScreenRow> = {
  name: "reload",
  label: word.refresh,
  call: screenCalls.screenReload,
  isApplicable: isInUse,
  refusal: ({ state }) => (state === "offline" ? "大屏离线，请到现场检查电源和网络" : null),
  form: actionForm({
    name: "screen-reload",
    title: ({ name }: ScreenRow) => `刷新大屏 ${name}`,
    call: screenCalls.screenReload,
    detailCall: screenCalls.screenList,
    submitLabel: word.refresh,
    consequence: () => "大屏在 30 秒内重新载入，画面中断几秒。",
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
  }),
};

const renewLink: RowAction<ScreenRow> = {
  name: "link",
  label: "新链接",
  call: screenCalls.screenLink,
  destructive: true,
  isApplicable: isInUse,
  form: actionForm({
    name: "screen-link",
    title: ({ name }: ScreenRow) => `重新生成大屏 ${name} 的链接`,
    call: screenCalls.screenLink,
    detailCall: screenCalls.screenList,
    destructive: true,
    submitLabel: "重新生成",
    consequence: () => "原链接和正在显示的大屏立即失效，需在大屏的浏览器中打开新链接。",
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
    toOneTimeResult: toLinkDisplay,
  }),
};

const revokeScreen: RowAction<ScreenRow> = {
  name: "revoke",
  label: word.disable,
  call: screenCalls.screenRevoke,
  destructive: true,
  isApplicable: isInUse,
  form: actionForm({
    name: "screen-revoke",
    title: ({ name }: ScreenRow) => `停用大屏 ${name}`,
    call: screenCalls.screenRevoke,
    detailCall: screenCalls.screenList,
    destructive: true,
    submitLabel: word.disable,
    consequence: () => "大屏立即停止显示；重新启用后，原来的浏览器自行恢复显示。",
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
  }),
};

const restoreScreen: RowAction<ScreenRow> = {
  name: "restore",
  label: word.enable,
  call: screenCalls.screenRestore,
  isApplicable: (row) => !isInUse(row),
  form: actionForm({
    name: "screen-restore",
    title: ({ name }: ScreenRow) => `启用大屏 ${name}`,
    call: screenCalls.screenRestore,
    detailCall: screenCalls.screenList,
    submitLabel: word.enable,
    consequence: () => "原来的浏览器约一分钟后自行恢复显示；设备已遗失时，请在启用后立即生成新链接。",
    args: ({ id, version }, _values, requestId) => ({ body: { id, version, requestId } }),
  }),
};

/** Screens of the control room: whether they run, what they show, and their links. */
export default listPage({
  name: "screen",
  noun: word.screen,
  call: screenCalls.screenList,
  export: screenCalls.screenExport,
  form: screenForm,
  getTitle: ({ name }) => name,
  rowActions: [reloadScreen, renewLink, revokeScreen, restoreScreen],
  // Screens report by themselves.
  shouldPoll: isInUse,
  cards: {
    columns: [
      "state",
      "layout",
      "scope",
      "audience",
      "link",
      "paintedAt",
      "dataAt",
      "reportedAt",
      "frameRate",
      "build",
    ],
  },
  columns: [
    { key: "name", title: word.name, width: 140, main: true, sort: "name" },
    { key: "state", title: word.status, width: 90, as: "tag", dictionary: screenState },
    { key: "layout", title: word.layout, width: 100, as: "label", dictionary: screenLayout },
    {
      key: "scope",
      title: word.screenScope,
      width: 140,
      as: "custom",
      cell: ({ scope }) => formatScope(scope),
    },
    { key: "audience", title: word.audience, width: 100, as: "label", dictionary: screenAudience },
    { key: "sound", title: "声音", width: 70, as: "custom", cell: ({ sound }) => (sound ? "开" : "关") },
    { key: "difference", title: "与平台不一致", width: 200 },
    { key: "link", title: "链接", width: 100, as: "tag", dictionary: screenLink },
    { key: "paintedAt", title: "最后画面", width: 180, as: "time" },
    { key: "dataAt", title: "最后数据", width: 180, as: "time" },
    { key: "reportedAt", title: "最后上报", width: 180, as: "time" },
    { key: "openedAt", title: "链接打开", width: 180, as: "time" },
    { key: "openedFrom", title: "打开地址", width: 140 },
    { key: "refusedAt", title: word.refusedAt, width: 180, as: "time" },
    { key: "refusedFrom", title: "被拒地址", width: 140 },
    { key: "frameRate", title: "帧率", width: 80, as: "number" },
    {
      key: "heapBytes",
      title: "内存",
      width: 100,
      as: "custom",
      align: "right",
      cell: ({ heapBytes }) => (heapBytes === null ? "-" : formatBytes(heapBytes)),
    },
    { key: "build", title: word.version, width: 160 },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
    { key: "id", title: "大屏编号", width: 200, as: "copy", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: word.name },
    { kind: "select", name: "layout", label: word.layout, dictionary: screenLayout },
  ],
});
