import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { saveBody } from "./saveBody.ts";
import { priceFen, serviceKind, serviceStatus, taxRate } from "./service.ts";
import { uploadUrl } from "./upload.ts";
import * as word from "./words.ts";

export const goodsStatus = defineEnum("goods_status", {
  onSale: ["在售", "green"],
  offSale: ["已下架", "gray"],
});

/** Services in one goods at most. */
export const maxGoodsItems = 20;

/** Other fields of a service, as in a row's items, are stripped. */
const item = z.object({
  serviceId: f.id,
  quantity: z.int("数量应为整数").check(z.minimum(1, "数量至少为 1"), z.maximum(9999, "数量最多 9999")),
});
const items = z.array(item).check(
  z.minLength(1, "至少选择一项服务"),
  z.maxLength(maxGoodsItems, `最多 ${maxGoodsItems} 项服务`),
  z.refine(
    (chosen) => new Set(chosen.map(({ serviceId }) => serviceId)).size === chosen.length,
    "同一服务只能添加一次",
  ),
);

const fields = {
  name: f.name(2, 40),
  code: f.code,
  /** Address returned by `/logo/upload`; empty for none. */
  cover: z.optional(z.union([uploadUrl, z.literal("")])),
  items,
  /** Term of the services. */
  months: z.int(word.wholeNumber).check(z.minimum(1, "至少 1 个月"), z.maximum(60, "最多 60 个月")),
  originPriceFen: priceFen,
  /** At most the original price. */
  priceFen: priceFen,
  description: z.optional(f.note(500)),
};

/** A service in a goods, with its current price. */
const goodsItem = z.object({
  serviceId: f.id,
  quantity: z.int(),
  name: z.string(),
  unit: z.string(),
  kind: serviceKind.schema,
  priceFen: z.int(),
  taxRate: taxRate.schema,
  status: serviceStatus.schema,
});
export type GoodsItem = z.infer<typeof goodsItem>;

export const goodsRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  name: z.string(),
  code: z.string(),
  cover: z.string(),
  items: z.array(goodsItem),
  /** Sum of the current prices of its services, times their quantities. */
  partsFen: z.int(),
  months: z.int(),
  originPriceFen: z.int(),
  priceFen: z.int(),
  description: z.string(),
  status: goodsStatus.schema,
  soldCount: z.int(),
});
export type GoodsRow = z.infer<typeof goodsRow>;

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });

const sortableFields = [
  "createdAt",
  "updatedAt",
  "name",
  "priceFen",
  "months",
  "soldCount",
  "status",
] as const;
const filters = {
  status: z.optional(goodsStatus.schema),
  serviceId: z.optional(f.id),
  minFen: z.optional(priceFen),
  maxFen: z.optional(priceFen),
};

export const goodsFieldLabels = {
  name: "商品名称",
  code: "商品编码",
  months: "服务时长（月）",
  priceFen: "售价（含税）",
  originPriceFen: "原价（含税）",
  description: "商品说明",
} as const;

export const goodsCalls = defineCalls({
  goodsPageList: {
    host: "api",
    method: "POST",
    path: "/goodsInfo/pageList",
    summary: "商品列表",
    access: readRoles,
    shows: ["goods"],
    body: pageRequest(sortableFields, filters),
    data: pageResponse(goodsRow),
  },
  goodsExport: {
    host: "api",
    method: "POST",
    path: "/x/goods/export",
    summary: "导出商品",
    access: readRoles,
    audit: "goods",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  goodsDetails: {
    host: "api",
    method: "GET",
    path: "/goodsInfo/details/:id",
    summary: "商品详情",
    access: readRoles,
    comesWith: ["/goodsInfo/pageList"],
    params: byId,
    data: goodsRow,
  },
  goodsSave: {
    host: "api",
    method: "POST",
    path: "/goodsInfo/insertOrUpdate",
    summary: "新增、编辑或上下架商品",
    access: writeRoles,
    audit: "goods",
    body: saveBody(fields, {
      status: z.optional(goodsStatus.schema),
    }),
    data: f.saveResult,
  },
  goodsDelete: {
    host: "api",
    method: "DELETE",
    path: "/goodsInfo/delete/:id",
    summary: "删除商品",
    access: writeRoles,
    audit: "goods",
    params: byId,
    query: z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) }),
    data: f.saveResult,
  },
});
