import {
  maxServiceDepth,
  type ServiceRow,
  serviceCalls,
  serviceFieldLabels,
  serviceKind,
  serviceStatus,
  taxRate,
} from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import { serviceStatusMachine } from "../../../machines/status/service.ts";
import { recordActions } from "../../list/form/recordActions.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { childServiceForm, serviceForm } from "./serviceForm.ts";

const addChildService: RowAction<ServiceRow> = {
  name: "child",
  label: "新增子项",
  call: serviceCalls.serviceModify,
  refusal: ({ level }) => (level >= maxServiceDepth ? `服务最多 ${maxServiceDepth} 级` : null),
  form: childServiceForm,
};

const serviceAction = recordActions({
  name: "service",
  detailCall: serviceCalls.serviceOne,
  getTitle: ({ name }) => name,
  machine: serviceStatusMachine,
});

const upShelfService = serviceAction("upShelf", {
  label: "上架",
  call: serviceCalls.serviceUpShelf,
  consequence: ({ name }) => `上架后「${name}」可以随在售商品销售。`,
});

const soldOutService = serviceAction("soldOut", {
  label: "下架",
  call: serviceCalls.serviceSoldOut,
  destructive: true,
  refusal: ({ onSaleCount }) => (onSaleCount > 0 ? `有 ${onSaleCount} 个在售商品包含它，请先下架商品` : null),
  consequence: ({ name }) => `下架后包含「${name}」的商品不能上架销售，已售出的服务不受影响。`,
});

function deleteRefusal({ status, childCount, goodsCount }: ServiceRow): string | null {
  if (status === "onShelf") return "已上架的服务不能删除，请先下架";
  if (childCount > 0) return `还有 ${childCount} 个下级服务，请先删除下级服务`;
  return goodsCount > 0 ? `有 ${goodsCount} 个商品包含它，请先从商品中移除` : null;
}

const deleteService = serviceAction("delete", {
  label: word.remove,
  call: serviceCalls.serviceDelete,
  destructive: true,
  refusal: deleteRefusal,
  consequence: ({ name, code }) => `将删除服务「${name}」（${code}），删除后不能恢复。`,
});

export const meta = {
  path: "/goods/serviceList",
  title: "服务列表",
  group: "goods",
  order: 2,
  icon: "IconListTree",
  roles: ["admin", "operator", "finance"],
  right: "/serviceInfo/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "可以计量和计税的服务，最多三级，是商品的组成部分。",
  lines: [
    "服务按上下级显示为树，点箭头展开或收起。",
    "「新增子项」在某个服务下建立下级，最多三级。",
    "税率和 19 位税收分类编码会出现在发票明细上，请按税务要求填写。",
    "单价是含税价，用来在商品中分摊金额。",
    "上架后才能放进商品；有商品在售时不能下架。",
    "删除前须先下架，且没有下级、没有商品在用。",
    "「所属商品」是用到它的商品数量。",
    "按名称、编码、类型、状态查找时，上级会一同显示。",
  ],
};

export default listPage({
  name: "service",
  call: serviceCalls.servicePageList,
  export: serviceCalls.serviceExport,
  detailCall: serviceCalls.serviceOne,
  form: serviceForm,
  tree: { getParentId: ({ parentId }) => parentId },
  rowActions: [addChildService, upShelfService, soldOutService, deleteService],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: serviceFieldLabels.name, width: 260, main: true, sort: "name" },
    { key: "status", title: word.status, width: 96, as: "tag", dictionary: serviceStatus, sort: "status" },
    { key: "code", title: serviceFieldLabels.code, width: 120, as: "copy", sort: "code" },
    { key: "kind", title: word.type, width: 100, as: "label", dictionary: serviceKind },
    { key: "unit", title: word.unit, width: 90 },
    { key: "priceFen", title: word.unitPrice, width: 130, as: "money", sort: "priceFen" },
    { key: "taxRate", title: word.taxRate, width: 80, as: "label", dictionary: taxRate },
    { key: "goodsCount", title: "所属商品", width: 100, as: "number" },
    { key: "taxCode", title: word.taxCode, width: 190, as: "copy", hidden: true },
    { key: "parentName", title: word.parentService, width: 160, hidden: true },
    { key: "description", title: serviceFieldLabels.description, width: 260, hidden: true },
    { key: "updatedAt", title: word.updatedAt, width: 180, as: "time", hidden: true },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "服务名称 / 编码" },
    { kind: "select", name: "status", label: word.status, dictionary: serviceStatus },
    { kind: "select", name: "kind", label: word.type, dictionary: serviceKind },
  ],
});
