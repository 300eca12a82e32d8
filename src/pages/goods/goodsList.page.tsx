import { type GoodsRow, goodsCalls, goodsStatus } from "../../../adapters/contract/goods.ts";
import { serviceStatus } from "../../../adapters/contract/service.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import { listPage } from "../../list/listPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { deleteGoods, soldOutGoods, upShelfGoods } from "./goodsActions.ts";
import { CoverCell, CoverSection, ItemsCell } from "./goodsCells.tsx";
import { goodsForm } from "./goodsForm.ts";
import { serviceChoices } from "./serviceChoices.ts";

export const meta = {
  path: "/goods/goodsList",
  title: "商品列表",
  group: "goods",
  order: 1,
  icon: "IconPackage",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

const itemsSection = subTable({
  title: "包含服务",
  emptyText: "没有包含服务",
  rows: ({ items }: GoodsRow) =>
    items.map((item) => ({ ...item, id: item.serviceId, partFen: item.priceFen * item.quantity })),
  columns: [
    { key: "name", title: "服务", width: 170 },
    { key: "status", title: "状态", width: 84, as: "tag", dictionary: serviceStatus },
    { key: "priceFen", title: "单价", width: 110, as: "money" },
    { key: "quantity", title: "数量", width: 80, as: "number" },
    { key: "unit", title: "单位", width: 80 },
    { key: "partFen", title: "小计", width: 120, as: "money" },
  ],
});

export default listPage({
  name: "goods",
  noun: "商品",
  call: goodsCalls.goodsPageList,
  detailCall: goodsCalls.goodsDetails,
  form: goodsForm,
  rowActions: [upShelfGoods, soldOutGoods, deleteGoods],
  detailSections: [itemsSection, { title: "封面", content: CoverSection }],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: "商品名称", width: 220, main: true, sort: "name" },
    { key: "cover", title: "封面", width: 80, as: "custom", cell: CoverCell },
    { key: "status", title: "状态", width: 96, as: "tag", dictionary: goodsStatus, sort: "status" },
    { key: "priceFen", title: "售价", width: 130, as: "money", sort: "priceFen" },
    { key: "partsFen", title: "服务合计", width: 130, as: "money" },
    { key: "originPriceFen", title: "原价", width: 130, as: "money" },
    { key: "months", title: "时长（月）", width: 110, as: "number", sort: "months" },
    { key: "soldCount", title: "已售", width: 90, as: "number", sort: "soldCount" },
    { key: "items", title: "包含服务", width: 280, as: "custom", cell: ItemsCell },
    { key: "code", title: "商品编码", width: 120, as: "copy" },
    { key: "updatedAt", title: "更新时间", width: 180, as: "time", sort: "updatedAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt", hidden: true },
    { key: "description", title: "商品说明", width: 260, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "商品名称 / 编码" },
    { kind: "select", name: "status", label: "状态", dictionary: goodsStatus },
    { kind: "choice", name: "serviceId", label: "包含服务", source: serviceChoices },
    { kind: "numbers", min: "minFen", max: "maxFen", label: "售价", unit: "fen" },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
});
