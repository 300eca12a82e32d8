import { type GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";

const getOffShelfItems = ({ items }: GoodsRow) => items.filter(({ status }) => status === "offShelf");

export const upShelfGoods: RowAction<GoodsRow> = {
  name: "upShelf",
  label: "上架",
  call: goodsCalls.goodsSave,
  isApplicable: ({ status }) => goodsStatusMachine.allowed(status).includes("upShelf"),
  refusal: (row) => {
    const offShelfItems = getOffShelfItems(row);
    return offShelfItems.length > 0
      ? `服务「${offShelfItems.map(({ name }) => name).join("」「")}」已下架，请先上架服务`
      : null;
  },
  form: actionForm({
    name: "goods-up-shelf",
    title: ({ name }: GoodsRow) => `上架 ${name}`,
    call: goodsCalls.goodsSave,
    detailCall: goodsCalls.goodsDetails,
    submitLabel: "上架",
    consequence: ({ name, priceFen, months }) =>
      `上架后客户可以按 ${formatMoney(priceFen)}（${months} 个月）购买「${name}」。`,
    args: ({ id, version }, _, requestId) => ({
      body: { id, version, status: "onSale" as const, requestId },
    }),
  }),
};

export const soldOutGoods: RowAction<GoodsRow> = {
  name: "soldOut",
  label: "下架",
  call: goodsCalls.goodsSave,
  destructive: true,
  isApplicable: ({ status }) => goodsStatusMachine.allowed(status).includes("soldOut"),
  form: actionForm({
    name: "goods-sold-out",
    title: ({ name }: GoodsRow) => `下架 ${name}`,
    call: goodsCalls.goodsSave,
    detailCall: goodsCalls.goodsDetails,
    destructive: true,
    submitLabel: "下架",
    consequence: ({ name }) => `下架后不能再用「${name}」创建订单，已有订单不受影响。`,
    args: ({ id, version }, _, requestId) => ({
      body: { id, version, status: "offSale" as const, requestId },
    }),
  }),
};

export const deleteGoods: RowAction<GoodsRow> = {
  name: "delete",
  label: "删除",
  call: goodsCalls.goodsDelete,
  destructive: true,
  refusal: ({ status }) => (status === "onSale" ? "在售商品不能删除，请先下架" : null),
  form: actionForm({
    name: "goods-delete",
    title: ({ name }: GoodsRow) => `删除 ${name}`,
    call: goodsCalls.goodsDelete,
    detailCall: goodsCalls.goodsDetails,
    destructive: true,
    submitLabel: "删除",
    consequence: ({ name, soldCount }) =>
      `将删除商品「${name}」，删除后不能恢复；已售出的 ${soldCount} 份不受影响。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};
