import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { wholeList } from "./page.ts";
import { serviceKind } from "./service.ts";

export const serviceGrantStatus = defineEnum("service_grant_status", {
  planned: ["待开通", "gray"],
  waiting: ["未开始", "blue"],
  active: ["使用中", "green"],
  usedUp: ["已用完", "orange"],
  expired: ["已到期", "red"],
  ended: ["已终止", "gray"],
});

/** A company's right to use a service, granted by one order. */
export const serviceGrantRow = z.object({
  /** Null for a grant that starts once the order is approved. */
  id: z.nullable(f.id),
  companyId: f.id,
  serviceId: f.id,
  serviceName: z.string(),
  kind: serviceKind.schema,
  unit: z.string(),
  orderId: f.id,
  orderNo: z.string(),
  total: z.int(),
  used: z.int(),
  /** Term in months; a trial's single month is 30 days. */
  months: z.int(),
  startAt: z.nullable(f.instant),
  expireAt: z.nullable(f.instant),
  status: serviceGrantStatus.schema,
});
export type ServiceGrantRow = z.infer<typeof serviceGrantRow>;

const readRoles = ["admin", "operator", "finance"] as const;
const byId = z.object({ id: f.id });

export const serviceGrantCalls = defineCalls({
  companyServiceInfo: {
    host: "api",
    method: "GET",
    path: "/company/serviceInfo/:id",
    summary: "企业服务",
    access: readRoles,
    comesWith: ["/company/pageList"],
    params: byId,
    // Active grants first, the ones that end soonest at the top.
    data: wholeList(serviceGrantRow),
  },
  orderServiceInfo: {
    host: "api",
    method: "GET",
    path: "/order/v3/serviceInfo/:id",
    summary: "订单服务",
    access: readRoles,
    comesWith: ["/order/v3/pageList"],
    params: byId,
    data: wholeList(serviceGrantRow),
  },
});
