import type { ComponentProps } from "react";
import {
  type GoodsRow,
  goodsCalls,
  goodsFieldLabels,
  goodsStatus,
} from "../../../adapters/contract/goods.ts";
import { serviceStatus } from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import { subTable } from "../../list/detail/subTable.tsx";
import { recordActions } from "../../list/form/recordActions.ts";
import { listPage } from "../../list/listPage.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePlatformUrl } from "../../pageApi/usePlatformUrl.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import classes from "./goodsCells.module.css";
import { goodsForm } from "./goodsForm.tsx";
import { serviceChoices } from "./serviceChoices.ts";

const getOffShelfItems = ({ items }: GoodsRow) => items.filter(({ status }) => status === "offShelf");

const goodsAction = recordActions({
  name: "goods",
  detailCall: goodsCalls.goodsDetails,
  getTitle: ({ name }) => name,
  machine: goodsStatusMachine,
});

const upShelfGoods = goodsAction("upShelf", {
  label: "上架",
  call: goodsCalls.goodsSave,
  sends: { status: "onSale" },
  refusal: (row) => {
    const offShelfItems = getOffShelfItems(row);
    return offShelfItems.length > 0
      ? `服务「${offShelfItems.map(({ name }) => name).join("」「")}」已下架，请先上架服务`
      : null;
  },
  consequence: ({ name, priceFen, months }) =>
    `上架后客户可以按 ${formatMoney(priceFen)}（${formatNumber(months)} 个月）购买「${name}」。`,
});

const soldOutGoods = goodsAction("soldOut", {
  label: "下架",
  call: goodsCalls.goodsSave,
  destructive: true,
  sends: { status: "offSale" },
  consequence: ({ name }) => `下架后不能再用「${name}」创建订单，已有订单不受影响。`,
});

const deleteGoods = goodsAction("delete", {
  label: word.remove,
  call: goodsCalls.goodsDelete,
  destructive: true,
  refusal: ({ status }) => (status === "onSale" ? "在售商品不能删除，请先下架" : null),
  consequence: ({ name, soldCount }) =>
    `将删除商品「${name}」，删除后不能恢复；已售出的 ${formatNumber(soldCount)} 份不受影响。`,
});

/** The picture of a cover. */
function Cover({ cover, name, ...imageProps }: Pick<GoodsRow, "cover" | "name"> & ComponentProps<"img">) {
  return <img {...imageProps} src={usePlatformUrl(cover)} alt={`${name}的封面`} />;
}

/** The cover as a thumbnail. */
const CoverCell = ({ cover, name }: GoodsRow) =>
  cover ? (
    <Cover className={classes["thumbnail"]} cover={cover} name={name} loading="lazy" />
  ) : (
    <span className={classes["none"]}>无封面</span>
  );

/** The services by name, with one per line as tooltip. */
function ItemsCell({ items }: GoodsRow) {
  const labels = items.map(({ name, quantity }) => `${name} × ${formatNumber(quantity)}`);
  return <span title={labels.join("\n")}>{labels.join("、")}</span>;
}

/** The cover in full size. */
const CoverSection = ({ row: { cover, name } }: { readonly row: GoodsRow }) =>
  cover ? <Cover className={classes["cover"]} cover={cover} name={name} /> : "没有上传封面";

export const meta = {
  path: "/goods/goodsList",
  title: "商品列表",
  group: "goods",
  order: 1,
  icon: "IconPackage",
  roles: ["admin", "operator", "finance"],
  right: "/goodsInfo/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "对外销售的商品：由若干服务组成，有售价、时长和上下架状态。",
  lines: [
    "「新增」选择包含的服务和数量，同时显示服务合计，便于定价。",
    "售价不能高于原价；服务时长以月为单位，下单时按月数折算。",
    "上架后才能被订单选择；下架不影响已有订单。",
    "商品包含的服务须已上架；有在售商品的服务不能下架。",
    "修改售价只影响以后的订单，已建订单保留当时的价格。",
    "点商品名称看包含的服务和已售数量。",
    "删除前须先下架；已有订单仍保留商品名称。",
    "按关键字、状态、售价区间查找，可以导出。",
  ],
};

const itemsSection = subTable({
  title: word.includedServices,
  emptyText: "没有包含服务",
  rows: ({ items }: GoodsRow) =>
    items.map((item) => ({ ...item, id: item.serviceId, partFen: item.priceFen * item.quantity })),
  columns: [
    { key: "name", title: word.service, width: 170 },
    { key: "status", title: word.status, width: 84, as: "tag", dictionary: serviceStatus },
    { key: "priceFen", title: word.unitPrice, width: 110, as: "money" },
    { key: "quantity", title: word.quantity, width: 80, as: "number" },
    { key: "unit", title: word.unit, width: 80 },
    { key: "partFen", title: "小计", width: 120, as: "money" },
  ],
});

export default listPage({
  name: "goods",
  call: goodsCalls.goodsPageList,
  export: goodsCalls.goodsExport,
  detailCall: goodsCalls.goodsDetails,
  form: goodsForm,
  rowActions: [upShelfGoods, soldOutGoods, deleteGoods],
  detailSections: [itemsSection, { title: word.cover, content: CoverSection }],
  getTitle: (row) => row.name,
  columns: [
    { key: "name", title: goodsFieldLabels.name, width: 220, main: true, sort: "name" },
    { key: "cover", title: word.cover, width: 80, as: "custom", cell: CoverCell },
    { key: "status", title: word.status, width: 96, as: "tag", dictionary: goodsStatus, sort: "status" },
    { key: "priceFen", title: word.price, width: 130, as: "money", sort: "priceFen" },
    { key: "partsFen", title: word.servicesTotal, width: 130, as: "money" },
    { key: "originPriceFen", title: word.originPrice, width: 130, as: "money" },
    { key: "months", title: word.months, width: 110, as: "number", sort: "months" },
    { key: "soldCount", title: "已售", width: 90, as: "number", sort: "soldCount" },
    { key: "items", title: word.includedServices, width: 280, as: "custom", cell: ItemsCell },
    { key: "code", title: goodsFieldLabels.code, width: 120, as: "copy" },
    { key: "updatedAt", title: word.updatedAt, width: 180, as: "time", sort: "updatedAt" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt", hidden: true },
    { key: "description", title: goodsFieldLabels.description, width: 260, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "商品名称 / 编码" },
    { kind: "select", name: "status", label: word.status, dictionary: goodsStatus },
    { kind: "choice", name: "serviceId", label: word.includedServices, source: serviceChoices },
    { kind: "numbers", min: "minFen", max: "maxFen", label: word.price, unit: "fen" },
    { kind: "days", from: "from", to: "to", label: word.createdAt },
  ],
});
