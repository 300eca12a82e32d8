import { serviceCalls, serviceKind, serviceStatus, taxRate } from "../../../adapters/contract/service.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { addChildService, deleteService, soldOutService, upShelfService } from "./serviceActions.ts";
import { serviceForm } from "./serviceForm.ts";

export const meta = {
  path: "/goods/serviceList",
  title: "服务列表",
  group: "goods",
  order: 2,
  icon: "IconListTree",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default listPage({
  name: "service",
  noun: "服务",
  call: serviceCalls.servicePageList,
  detailCall: serviceCalls.serviceOne,
  form: serviceForm,
  tree: { getParentId: ({ parentId }) => parentId },
  rowActions: [addChildService, upShelfService, soldOutService, deleteService],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "服务名称", width: 260, main: true, sort: "name" },
    { key: "status", title: "状态", width: 96, as: "tag", dictionary: serviceStatus, sort: "status" },
    { key: "code", title: "服务编码", width: 120, as: "copy", sort: "code" },
    { key: "kind", title: "类型", width: 100, as: "label", dictionary: serviceKind },
    { key: "unit", title: "单位", width: 90 },
    { key: "priceFen", title: "单价", width: 130, as: "money", sort: "priceFen" },
    { key: "taxRate", title: "税率", width: 80, as: "label", dictionary: taxRate },
    { key: "goodsCount", title: "所属商品", width: 100, as: "number" },
    { key: "taxCode", title: "税收分类编码", width: 190, as: "copy", hidden: true },
    { key: "parentName", title: "上级服务", width: 160, hidden: true },
    { key: "description", title: "服务说明", width: 260, hidden: true },
    { key: "updatedAt", title: "更新时间", width: 180, as: "time", hidden: true },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "服务名称 / 编码" },
    { kind: "select", name: "status", label: "状态", dictionary: serviceStatus },
    { kind: "select", name: "kind", label: "类型", dictionary: serviceKind },
  ],
});
