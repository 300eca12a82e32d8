import {
  type BoxRow,
  boxBinding,
  boxCalls,
  boxOfflineDays,
  boxStatus,
} from "../../../adapters/contract/box.ts";
import { plusKind } from "../../../adapters/contract/plus.ts";
import { brought } from "../../console/brought.tsx";
import type { PageMeta } from "../../console/pageMeta.ts";
import { SectionWaiting } from "../../list/detail/SectionWaiting.tsx";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { bindBox, unbindBox } from "./boxActs.ts";
import { boxForm } from "./boxForm.ts";
import { dronesSection, ownersSection, placeSection } from "./deviceSections.ts";
import { placeWords } from "./placeWords.ts";

export const meta = {
  path: "/operate/boxPage",
  title: "云盒管理",
  group: "operate",
  order: 1,
  icon: "IconRouter",
  roles: ["admin", "maintainer", "duty", "operator"],
} as const satisfies PageMeta;

const modules = ({ plusKinds }: BoxRow) =>
  plusKinds.length > 0 ? plusKinds.map((kind) => plusKind.label(kind)).join("、") : null;

export default listPage({
  name: "box",
  noun: "云盒",
  call: boxCalls.boxList,
  one: boxCalls.boxOne,
  form: boxForm,
  actions: [bindBox, unbindBox],
  detail: [
    {
      title: "扩展模块",
      content: brought(async () => (await import("./BoxModules.tsx")).default, SectionWaiting),
    },
    dronesSection<BoxRow>("接入设备", "没有设备通过该云盒接入", "boxId"),
    ownersSection<BoxRow>(),
    placeSection<BoxRow>(),
  ],
  titleOf: (row) => row.name,
  columns: [
    { key: "name", title: "云盒名称", width: 200, main: true, sort: "name" },
    { key: "status", title: "状态", width: 90, as: "tag", of: boxStatus, sort: "status" },
    { key: "mac", title: "MAC 地址", width: 180, as: "copy", sort: "mac" },
    { key: "sn", title: "序列号", width: 150, as: "copy", sort: "sn" },
    { key: "model", title: "型号", width: 130 },
    { key: "companyName", title: "所属企业", width: 230 },
    { key: "binding", title: "绑定", width: 90, as: "tag", of: boxBinding },
    { key: "firmware", title: "固件版本", width: 100 },
    { key: "plusKinds", title: "扩展模块", width: 220, as: "custom", cell: modules },
    { key: "deviceCount", title: "接入设备", width: 100, as: "number" },
    { key: "lastSeenAt", title: "最近上线", width: 180, as: "time", sort: "lastSeenAt" },
    { key: "lng", title: "位置", width: 190, as: "custom", cell: placeWords, hidden: true },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
    { key: "remark", title: "备注", width: 200, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "云盒名称 / MAC 地址 / 序列号" },
    { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices },
    { kind: "select", name: "status", label: "状态", of: boxStatus },
    { kind: "select", name: "offlineDays", label: "离线时长", of: boxOfflineDays },
    { kind: "select", name: "binding", label: "绑定", of: boxBinding },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
});
