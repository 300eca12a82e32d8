import * as z from "zod/mini";
import { auditResult } from "../auditTrail.ts";
import { companyRow } from "../company.ts";
import * as f from "../fields.ts";
import { invoiceStatus, invoiceType } from "../invoice.ts";
import { orderInvoiceStatus, orderType, payMethod } from "../order.ts";
import { orderStatus } from "../orderEvent.ts";
import { orderPayStatus } from "../orderPay.ts";
import { serviceKind } from "../service.ts";
import { serviceGrantStatus } from "../serviceGrant.ts";
import { smsStatus, smsType } from "../sms.ts";
import { taskKind, taskStatus } from "../task.ts";
import { userRole, userStatus } from "../user.ts";
import { defineQuery } from "./query.ts";

/** Rows of each tab: by default, and at most. */
export const tabSizeDefault = 5;
const tabSizeMax = 20;
const tabSizeMessage = `每栏显示 1 至 ${tabSizeMax} 条`;
export const tabSize = z.int().check(z.minimum(1, tabSizeMessage), z.maximum(tabSizeMax, tabSizeMessage));

const nullableFen = z.nullable(z.int());
/** Null where the role may not read that list, or the platform does not provide it. */
const tab = <R extends z.ZodMiniType>(row: R) => z.nullable(z.object({ total: z.int(), rows: z.array(row) }));

/** A company as its list shows it, with figures of what belongs to it; null where the platform does not provide them. */
export const companyHead = z.extend(companyRow, {
  /** Days until the next service ends, rounded up; 0 or less once all have. */
  expireInDays: z.nullable(z.int()),
  unpaidFen: nullableFen,
  openInvoices: z.nullable(z.int()),
  devicesOnline: z.nullable(z.int()),
  deviceCount: z.nullable(z.int()),
  flightsThisMonth: z.nullable(z.int()),
});
export type CompanyHead = z.infer<typeof companyHead>;

export const companyView = z.object({
  head: companyHead,
  orders: tab(
    z.object({
      id: f.id,
      orderNo: z.string(),
      createdAt: f.instant,
      type: orderType.schema,
      status: orderStatus.schema,
      goodsNames: z.string(),
      payableFen: nullableFen,
      paidFen: nullableFen,
      invoiceStatus: orderInvoiceStatus.schema,
    }),
  ),
  payments: tab(
    z.object({
      id: f.id,
      orderId: f.id,
      orderNo: z.string(),
      payNo: z.string(),
      method: payMethod.schema,
      bankSerialNo: z.string(),
      payerName: z.string(),
      amountFen: nullableFen,
      paidAt: f.instant,
      status: orderPayStatus.schema,
    }),
  ),
  invoices: tab(
    z.object({
      id: f.id,
      invoiceNo: z.string(),
      title: z.string(),
      type: invoiceType.schema,
      status: invoiceStatus.schema,
      amountFen: nullableFen,
      redFen: nullableFen,
      appliedAt: f.instant,
      issueDate: z.nullable(f.instant),
    }),
  ),
  grants: tab(
    z.object({
      id: z.nullable(f.id),
      serviceId: f.id,
      serviceName: z.string(),
      kind: serviceKind.schema,
      unit: z.string(),
      orderId: f.id,
      orderNo: z.string(),
      total: z.int(),
      used: z.int(),
      startAt: z.nullable(f.instant),
      expireAt: z.nullable(f.instant),
      status: serviceGrantStatus.schema,
    }),
  ),
  users: tab(
    z.object({
      id: f.id,
      name: z.string(),
      phoneNumber: z.string(),
      role: userRole.schema,
      status: userStatus.schema,
      lastLoginAt: z.nullable(f.instant),
    }),
  ),
  devices: z.nullable(
    z.object({
      total: z.int(),
      drones: z.int(),
      hangars: z.int(),
      boxes: z.int(),
      rows: z.array(
        z.object({
          id: f.id,
          kind: z.enum(["drone", "hangar", "box"]),
          name: z.string(),
          sn: z.string(),
          model: z.string(),
          /** Of the kind's own dictionary. */
          status: z.string(),
          lastSeenAt: z.nullable(f.instant),
        }),
      ),
    }),
  ),
  flights: tab(
    z.object({
      id: f.id,
      taskId: f.id,
      flightNo: z.string(),
      name: z.string(),
      kind: taskKind.schema,
      status: taskStatus.schema,
      droneSn: z.string(),
      pilotName: z.string(),
      startedAt: f.instant,
      durationS: z.nullable(z.int()),
      distanceM: z.nullable(z.number()),
    }),
  ),
  alarms: tab(
    z.object({
      id: f.id,
      /** Of the dictionaries of alarms: their labels stay out of this bundle. */
      kind: z.string(),
      priority: z.string(),
      state: z.string(),
      taskNo: z.string(),
      droneSn: z.string(),
      place: z.string(),
      raisedAt: f.instant,
      count: z.int(),
      acknowledgedByName: z.string(),
    }),
  ),
  sms: tab(
    z.object({
      id: f.id,
      createdAt: f.instant,
      type: smsType.schema,
      phone: z.string(),
      recipientName: z.string(),
      content: z.string(),
      status: smsStatus.schema,
    }),
  ),
  audit: tab(
    z.object({
      id: f.id,
      at: f.instant,
      staffName: z.string(),
      action: z.string(),
      result: auditResult.schema,
      digest: z.string(),
    }),
  ),
});
export type CompanyView = z.infer<typeof companyView>;

/** 企业全景 in one round trip: the head, and count and first rows of each tab. */
export const companyQuery = defineQuery<{ readonly id: string; readonly first: number }>()(
  `query Company($id: ID!, $first: Int!) {
  company(id: $id) {
    head {
      id version createdAt updatedAt name shortName creditCode type level contact phone emergencyPhone
      regionId regionName address lng lat channelCodeId channelName managerId managerName accountUserId accountPhone
      userCount boxCount orderAmountFen status freezeReason expireAt expireServiceName expiring30 remark
      logoUrl logoStatus
      expireInDays unpaidFen openInvoices devicesOnline deviceCount flightsThisMonth
    }
    orders(first: $first) {
      total rows { id orderNo createdAt type status goodsNames payableFen paidFen invoiceStatus }
    }
    payments(first: $first) {
      total rows { id orderId orderNo payNo method bankSerialNo payerName amountFen paidAt status }
    }
    invoices(first: $first) { total rows { id invoiceNo title type status amountFen redFen appliedAt issueDate } }
    grants(first: $first) {
      total
      rows { id serviceId serviceName kind unit orderId orderNo total used startAt expireAt status }
    }
    users(first: $first) { total rows { id name phoneNumber role status lastLoginAt } }
    devices(first: $first) {
      total drones hangars boxes
      rows { id kind name sn model status lastSeenAt }
    }
    flights(first: $first) {
      total rows { id taskId flightNo name kind status droneSn pilotName startedAt durationS distanceM }
    }
    alarms(first: $first) {
      total rows { id kind priority state taskNo droneSn place raisedAt count acknowledgedByName }
    }
    sms(first: $first) { total rows { id createdAt type phone recipientName content status } }
    audit(first: $first) { total rows { id at staffName action result digest } }
  }
}`,
  z.object({ company: companyView }),
);
