import * as word from "../../../adapters/contract/words.ts";
import {
  type ZoneRow,
  zoneCalls,
  zoneDatum,
  zoneKind,
  zoneState,
  zoneStatus,
} from "../../../adapters/contract/zone.ts";
import { zoneEditCalls } from "../../../adapters/contract/zoneEdit.ts";
import { formatWeekly } from "../../../adapters/contract/zoneText.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import { SectionFallback } from "../../list/detail/SectionFallback.tsx";
import { subTable } from "../../list/detail/subTable.tsx";
import { actionForm } from "../../list/form/actionForm.ts";
import type { Column, DetailSection, PageAction, RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { ImportDialog } from "./zones/ImportDialog.tsx";
import { describeShape } from "./zones/shapeText.ts";
import { zoneSplitForm } from "./zones/splitForm.tsx";
import { restoreZone, zoneCopyForm, zoneForm } from "./zones/zoneForm.tsx";

const ZoneOnMap = lazyComponent(async () => (await import("./zones/ZoneOnMap.tsx")).default, SectionFallback);

const copyZone: RowAction<ZoneRow> = {
  name: "copy",
  label: word.copy,
  call: zoneEditCalls.zoneSave,
  form: zoneCopyForm,
};

const splitZone: RowAction<ZoneRow> = {
  name: "split",
  label: "拆分",
  call: zoneEditCalls.zoneSplit,
  isApplicable: ({ shape }) => shape.type === "Polygon",
  form: zoneSplitForm,
};

const removeZone: RowAction<ZoneRow> = {
  name: "delete",
  label: word.remove,
  call: zoneEditCalls.zoneRemove,
  destructive: true,
  form: actionForm({
    name: "zone-delete",
    title: ({ name }: ZoneRow) => `删除 ${name}`,
    call: zoneEditCalls.zoneRemove,
    detailCall: zoneCalls.zoneOne,
    destructive: true,
    submitLabel: word.remove,
    consequence: ({ name }) => `「${name}」将立即从所有地图上消失，不再参与告警；30 秒内可以恢复。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
    toUndo: (saved) => ({ run: (client) => restoreZone(client, saved) }),
  }),
};

const importZones: PageAction = {
  name: "import",
  label: word.importRows,
  call: zoneEditCalls.zoneImport,
  dialog: ImportDialog,
};

const openLiveMap: PageAction = {
  name: "live",
  label: "实时地图",
  call: zoneCalls.controlZoneListPage,
  to: "/page/page",
};

interface OverlapRow {
  readonly id: string;
  readonly name: string;
  readonly kind: ZoneRow["kind"];
}

const overlapColumns: readonly Column<OverlapRow>[] = [
  { key: "name", title: word.zone, width: 240 },
  { key: "kind", title: word.type, width: 110, as: "tag", dictionary: zoneKind },
];

const overlapSection: DetailSection<ZoneRow> = subTable<ZoneRow, OverlapRow>({
  title: "与其重叠",
  emptyText: "没有与其他启用的管制区重叠",
  rows: ({ id }, client, signal) => client.call(zoneCalls.zoneOverlaps, { params: { id } }, { signal }),
  columns: overlapColumns,
});

export const meta = {
  path: "/zones",
  title: "管制区",
  group: "own",
  order: 4,
  icon: "IconPolygon",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/controlZone/list/page",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "管制区：禁飞、限飞、警示、作业区和临时管制，进入时会告警。",
  lines: [
    "在地图上画多边形、圆或走廊，也可以填坐标或导入文件；多边形可以有孔洞。",
    "下限和上限高度注明基准：相对地面，或海拔。",
    "可设起止时间和每周时段，「此刻」一栏说明现在是否生效。",
    "作业区可以填所属企业。",
    "「复制」用于相近的区域，「拆分」沿一条线分成两个；详情列出与其重叠的区域。",
    "起止时间不填表示立即开始、长期有效；每周时段按北京时间。",
    "删除后不再告警，已发生的告警不受影响。",
    "「实时地图」跳到地图上看它的位置；可以导出。",
  ],
};

export default listPage({
  name: "zone",
  call: zoneCalls.controlZoneListPage,
  detailCall: zoneCalls.zoneOne,
  export: zoneCalls.zoneExport,
  form: zoneForm,
  rowActions: [copyZone, splitZone, removeZone],
  pageActions: [importZones, openLiveMap],
  getTitle: (row) => row.name,
  detailSections: [{ title: word.position, content: ZoneOnMap }, overlapSection],
  columns: [
    { key: "name", title: word.name, width: 240, main: true, sort: "name" },
    { key: "kind", title: word.type, width: 110, as: "tag", dictionary: zoneKind, sort: "kind" },
    { key: "state", title: word.currently, width: 100, as: "tag", dictionary: zoneState },
    { key: "shape", title: word.area, width: 210, as: "custom", cell: ({ shape }) => describeShape(shape) },
    {
      key: "ceiling",
      title: word.height,
      width: 190,
      as: "custom",
      cell: ({ floor, ceiling, datum }) => `${zoneDatum.label(datum)} ${floor}–${ceiling} m`,
    },
    { key: "from", title: word.startTime, width: 180, as: "time" },
    { key: "to", title: word.endTime, width: 180, as: "time" },
    {
      key: "weekly",
      title: word.weekly,
      width: 200,
      as: "custom",
      cell: ({ weekly }) => formatWeekly(weekly) || "全天",
    },
    { key: "status", title: word.status, width: 90, as: "tag", dictionary: zoneStatus, sort: "status" },
    companyColumn(word.owner, 220),
    { key: "updatedAt", title: word.updatedAt, width: 180, as: "time", sort: "updatedAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "名称 / 企业" },
    { kind: "select", name: "kind", label: word.type, dictionary: zoneKind },
    { kind: "select", name: "state", label: word.currently, dictionary: zoneState },
    { kind: "select", name: "status", label: word.status, dictionary: zoneStatus },
    { kind: "choice", name: "companyId", label: word.owner, source: companyChoices },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
