import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { saveBody } from "./saveBody.ts";
import * as word from "./words.ts";

/** Price in fen including tax, at most 100 million yuan. */
export const priceFen = z
  .int(word.exactToFen)
  .check(z.minimum(0, word.notNegative), z.maximum(10_000_000_000, "金额不能超过 1 亿元"));

export const serviceKind = defineEnum("service_kind", {
  flight: "飞行服务",
  storage: "数据存储",
  algorithm: "智能算法",
  device: "设备",
  support: "技术支持",
});
export const serviceStatus = defineEnum("service_status", {
  onShelf: ["已上架", "green"],
  offShelf: ["已下架", "gray"],
});
/** VAT in percent. */
export const taxRate = defineEnum("tax_rate", {
  "0": "免税",
  "1": "1%",
  "3": "3%",
  "6": "6%",
  "9": "9%",
  "13": "13%",
});
export type TaxRate = z.infer<typeof taxRate.schema>;

/** Maximum number of levels of the service tree. */
export const maxServiceDepth = 3;

const fields = {
  name: f.name(2, 40),
  code: f.code,
  /** Empty for a root of the tree. */
  parentId: z.optional(z.union([f.id, z.literal("")])),
  kind: serviceKind.schema,
  unit: f.text(1, 8),
  priceFen: priceFen,
  /** Default for a new service by kind: 13 % for devices, otherwise 6 %. */
  taxRate: z.optional(taxRate.schema),
  /** National tax classification code, printed on invoices. */
  taxCode: f.digits(19, "税收分类编码应为 19 位数字"),
  description: z.optional(f.note(500)),
};

export const serviceRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  name: z.string(),
  code: z.string(),
  parentId: z.nullable(f.id),
  parentName: z.string(),
  /** 1 for a root, at most 3. */
  level: z.int(),
  kind: serviceKind.schema,
  unit: z.string(),
  priceFen: z.int(),
  taxRate: taxRate.schema,
  taxCode: z.string(),
  description: z.string(),
  status: serviceStatus.schema,
  childCount: z.int(),
  /** Number of goods that contain it, and how many of them are on sale. */
  goodsCount: z.int(),
  onSaleCount: z.int(),
});
export type ServiceRow = z.infer<typeof serviceRow>;

const thirdLevel = z.extend(serviceRow, { children: z.array(z.never()) });
const secondLevel = z.extend(serviceRow, { children: z.array(thirdLevel) });
const firstLevel = z.extend(serviceRow, { children: z.array(secondLevel) });
/** A service with its children. */
export interface ServiceNode extends ServiceRow {
  readonly children: readonly ServiceNode[];
}

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const byId = z.object({ id: f.id });
const sortableFields = ["createdAt", "name", "code", "priceFen", "status"] as const;
const filters = { kind: z.optional(serviceKind.schema), status: z.optional(serviceStatus.schema) };
/** The console always sends the version, to detect conflicts; the specified call without it works too. */
const versionParams = z.object({ version: z.optional(f.versionText), requestId: z.optional(f.requestId) });
const transitionResult = z.object({ id: f.id, version: f.version, status: serviceStatus.schema });
const treeEndpoint = {
  host: "api",
  path: "/serviceInfo/treeList",
  summary: "服务树",
  access: readRoles,
  comesWith: ["/serviceInfo/pageList"],
  data: z.array(firstLevel),
} as const;

/** What the console and the audit trail call these fields, where `server/records/fieldLabels.ts` does otherwise. */
export const serviceFieldLabels = {
  name: "服务名称",
  code: "服务编码",
  priceFen: "单价（含税）",
  unit: "计量单位",
  description: "服务说明",
} as const;

export const serviceCalls = defineCalls({
  servicePageList: {
    host: "api",
    method: "POST",
    path: "/serviceInfo/pageList",
    summary: "服务列表",
    access: readRoles,
    shows: ["service"],
    // Matching services are returned, and counted, together with their ancestors.
    body: pageRequest(sortableFields, filters),
    data: pageResponse(serviceRow),
  },
  serviceExport: {
    host: "api",
    method: "POST",
    path: "/x/service/export",
    summary: "导出服务",
    access: readRoles,
    audit: "service",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
  serviceTreeList: { ...treeEndpoint, method: "GET", query: z.object(filters) },
  serviceTreeListPost: { ...treeEndpoint, method: "POST", body: z.optional(z.strictObject(filters)) },
  serviceOne: {
    host: "api",
    method: "GET",
    path: "/x/one/service/:id",
    summary: "服务详情",
    access: readRoles,
    comesWith: ["/serviceInfo/pageList"],
    params: byId,
    data: serviceRow,
  },
  serviceModify: {
    host: "api",
    method: "PUT",
    path: "/serviceInfo/modify",
    summary: "新增或编辑服务",
    access: writeRoles,
    audit: "service",
    body: saveBody(fields),
    data: f.saveResult,
  },
  serviceDelete: {
    host: "api",
    method: "DELETE",
    path: "/serviceInfo/:id",
    summary: "删除服务",
    access: writeRoles,
    audit: "service",
    params: byId,
    query: versionParams,
    data: f.saveResult,
  },
  serviceUpShelf: {
    host: "api",
    method: "GET",
    path: "/serviceInfo/upShelf/:id",
    summary: "上架服务",
    access: writeRoles,
    audit: "service",
    params: byId,
    query: versionParams,
    data: transitionResult,
  },
  serviceSoldOut: {
    host: "api",
    method: "GET",
    path: "/serviceInfo/soldOut/:id",
    summary: "下架服务",
    access: writeRoles,
    audit: "service",
    params: byId,
    query: versionParams,
    data: transitionResult,
  },
});
