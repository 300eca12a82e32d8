import { alarmCalls } from "../../../../adapters/contract/alarm.ts";
import { auditCalls } from "../../../../adapters/contract/auditTrail.ts";
import { boxCalls } from "../../../../adapters/contract/box.ts";
import { deviceCalls } from "../../../../adapters/contract/device.ts";
import type { Endpoint } from "../../../../adapters/contract/endpoint.ts";
import type { CompanyView } from "../../../../adapters/contract/graphql/companyView.ts";
import { hangarCalls } from "../../../../adapters/contract/hangar.ts";
import { invoiceCalls } from "../../../../adapters/contract/invoice.ts";
import { orderCalls } from "../../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../../adapters/contract/orderPay.ts";
import { serviceGrantCalls } from "../../../../adapters/contract/serviceGrant.ts";
import { smsCalls } from "../../../../adapters/contract/sms.ts";
import { taskHistoryCalls } from "../../../../adapters/contract/taskHistory.ts";
import { userCalls } from "../../../../adapters/contract/user.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { canCall, type Viewer } from "../../../list/canCall.ts";

interface CompanyTab {
  /** Its value of the URL parameter `tab`. */
  readonly key: string;
  readonly title: string;
  /** Its list call: the tab is hidden from roles that may not make it, and where the platform does not have it. */
  readonly call: Endpoint;
  /** The list is one of several in the tab 设备. */
  readonly device?: true;
  /** How many records there are, where the platform provides it. */
  readonly count: (view: CompanyView) => number | undefined;
}

/** The lists of a company, in order. */
const companyTabs = [
  { key: "orders", title: word.order, call: orderCalls.orderPageList, count: ({ orders }) => orders?.total },
  {
    key: "payments",
    title: word.payment,
    call: orderPayCalls.orderPayPageList,
    count: ({ payments }) => payments?.total,
  },
  {
    key: "invoices",
    title: word.invoice,
    call: invoiceCalls.invoicePageList,
    count: ({ invoices }) => invoices?.total,
  },
  {
    key: "services",
    title: word.service,
    call: serviceGrantCalls.companyServiceInfo,
    count: ({ grants }) => grants?.total,
  },
  { key: "users", title: word.user, call: userCalls.userPageList, count: ({ users }) => users?.total },
  {
    key: "drones",
    title: word.drone,
    call: deviceCalls.droneList,
    device: true,
    count: ({ devices }) => devices?.drones,
  },
  {
    key: "boxes",
    title: word.box,
    call: boxCalls.boxList,
    device: true,
    count: ({ devices }) => devices?.boxes,
  },
  {
    key: "hangars",
    title: word.hangar,
    call: hangarCalls.hangarList,
    device: true,
    count: ({ devices }) => devices?.hangars,
  },
  {
    key: "flights",
    title: word.flight,
    call: taskHistoryCalls.taskHistoryList,
    count: ({ flights }) => flights?.total,
  },
  {
    key: "alarms",
    title: word.alarm,
    call: alarmCalls.alarmList,
    count: ({ alarms }) => alarms?.total,
  },
  { key: "sms", title: word.sms, call: smsCalls.smsListPage, count: ({ sms }) => sms?.total },
  {
    key: "audit",
    title: "操作记录",
    call: auditCalls.auditList,
    count: ({ audit }) => audit?.total,
  },
] as const satisfies readonly CompanyTab[];

export type CompanyTabKey = (typeof companyTabs)[number]["key"];

/** The tabs that the user may read and the platform has. */
export const getCompanyTabs = (viewer: Viewer): readonly (CompanyTab & { readonly key: CompanyTabKey })[] =>
  companyTabs.filter(({ call }) => canCall(call, viewer));
