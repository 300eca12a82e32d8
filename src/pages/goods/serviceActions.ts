import { maxServiceDepth, type ServiceRow, serviceCalls } from "../../../adapters/contract/service.ts";
import { serviceStatusMachine } from "../../../machines/status/service.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { childServiceForm } from "./serviceForm.ts";

export const addChildService: RowAction<ServiceRow> = {
  name: "child",
  label: "新增子项",
  call: serviceCalls.serviceModify,
  refusal: ({ level }) => (level >= maxServiceDepth ? `服务最多 ${maxServiceDepth} 级` : null),
  form: childServiceForm,
};

export const upShelfService: RowAction<ServiceRow> = {
  name: "upShelf",
  label: "上架",
  call: serviceCalls.serviceUpShelf,
  isApplicable: ({ status }) => serviceStatusMachine.allowed(status).includes("upShelf"),
  form: actionForm({
    name: "service-up-shelf",
    title: ({ name }: ServiceRow) => `上架 ${name}`,
    call: serviceCalls.serviceUpShelf,
    detailCall: serviceCalls.serviceOne,
    submitLabel: "上架",
    consequence: ({ name }) => `上架后「${name}」可以随在售商品销售。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};

export const soldOutService: RowAction<ServiceRow> = {
  name: "soldOut",
  label: "下架",
  call: serviceCalls.serviceSoldOut,
  destructive: true,
  isApplicable: ({ status }) => serviceStatusMachine.allowed(status).includes("soldOut"),
  refusal: ({ onSaleCount }) => (onSaleCount > 0 ? `有 ${onSaleCount} 个在售商品包含它，请先下架商品` : null),
  form: actionForm({
    name: "service-sold-out",
    title: ({ name }: ServiceRow) => `下架 ${name}`,
    call: serviceCalls.serviceSoldOut,
    detailCall: serviceCalls.serviceOne,
    destructive: true,
    submitLabel: "下架",
    consequence: ({ name }) => `下架后包含「${name}」的商品不能上架销售，已售出的服务不受影响。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};

function deleteRefusal({ status, childCount, goodsCount }: ServiceRow): string | null {
  if (status === "onShelf") return "已上架的服务不能删除，请先下架";
  if (childCount > 0) return `还有 ${childCount} 个下级服务，请先删除下级服务`;
  return goodsCount > 0 ? `有 ${goodsCount} 个商品包含它，请先从商品中移除` : null;
}

export const deleteService: RowAction<ServiceRow> = {
  name: "delete",
  label: "删除",
  call: serviceCalls.serviceDelete,
  destructive: true,
  refusal: deleteRefusal,
  form: actionForm({
    name: "service-delete",
    title: ({ name }: ServiceRow) => `删除 ${name}`,
    call: serviceCalls.serviceDelete,
    detailCall: serviceCalls.serviceOne,
    destructive: true,
    submitLabel: "删除",
    consequence: ({ name, code }) => `将删除服务「${name}」（${code}），删除后不能恢复。`,
    args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
  }),
};
