import { type CompanyRow, companyCalls } from "../../contract/company.ts";
import { deviceCalls } from "../../contract/device.ts";
import type { CompanyView } from "../../contract/graphql/companyView.ts";
import { daysUntil } from "../../contract/graphql/daysUntil.ts";
import { countKinds, toDeviceTab } from "../../contract/graphql/deviceTab.ts";
import { invoiceCalls } from "../../contract/invoice.ts";
import { orderCalls } from "../../contract/order.ts";
import { serviceGrantCalls } from "../../contract/serviceGrant.ts";
import { taskHistoryCalls } from "../../contract/taskHistory.ts";
import { userCalls } from "../../contract/user.ts";
import { CallError } from "../callError.ts";
import { callIfAllowed, type RestContext } from "./restContext.ts";

/** A company as its list has it: the specification has no call for one. Throws without it. */
export async function readListedCompany({ client, options }: RestContext, id: string): Promise<CompanyRow> {
  const { companyPageList } = companyCalls;
  const body = { ids: [id], pageNo: 1, pageSize: 1 };
  const { list } = await client.call(companyPageList, { body }, options);
  const company = list.find((row) => row.id === id);
  if (!company)
    throw new CallError("refused", `POST ${companyPageList.path}`, { message: "企业不存在或已删除" });
  return company;
}

/**
 * 企业全景 by the calls of the specification: without payments, alarms, SMS and the audit trail, and without the figures that no list
 * has (unpaid, open invoices, flights of the month). A part that fails is absent; without the company it throws.
 */
export async function companyByRest(context: RestContext, id: string, first: number): Promise<CompanyView> {
  const { client, options } = context;
  const byCompany = { companyId: id, pageNo: 1, pageSize: first };

  const readDevices = () =>
    client.call(deviceCalls.deviceList, { query: { companyId: id } }, options).catch(() => null);
  const readPart = <T>(endpoint: Parameters<typeof callIfAllowed>[1], run: () => Promise<T>) =>
    callIfAllowed(context, endpoint, run).catch(() => null);

  const [company, devices, orders, invoices, grants, users, flights] = await Promise.all([
    readListedCompany(context, id),
    readDevices(),
    readPart(orderCalls.orderPageList, () =>
      client.call(orderCalls.orderPageList, { body: byCompany }, options),
    ),
    readPart(invoiceCalls.invoicePageList, () =>
      client.call(invoiceCalls.invoicePageList, { body: byCompany }, options),
    ),
    readPart(serviceGrantCalls.companyServiceInfo, () =>
      client.call(serviceGrantCalls.companyServiceInfo, { params: { id } }, options),
    ),
    readPart(userCalls.userPageList, () => client.call(userCalls.userPageList, { body: byCompany }, options)),
    readPart(taskHistoryCalls.taskHistoryList, () =>
      client.call(taskHistoryCalls.taskHistoryList, { body: byCompany }, options),
    ),
  ]);
  const mayReadDevices = await callIfAllowed(context, deviceCalls.droneList, async () => true);
  return {
    head: {
      ...company,
      expireInDays: daysUntil(company.expireAt, Date.now()),
      unpaidFen: null,
      openInvoices: null,
      devicesOnline: devices && devices.filter(({ status }) => status === "online").length,
      deviceCount: devices && devices.length,
      flightsThisMonth: null,
    },
    orders: orders && { total: orders.total, rows: orders.list },
    payments: null,
    invoices: invoices && { total: invoices.total, rows: invoices.list },
    grants: grants && { total: grants.length, rows: grants.slice(0, first) },
    users: users && { total: users.total, rows: users.list },
    devices: mayReadDevices && devices ? toDeviceTab(devices, countKinds(devices), first) : null,
    flights: flights && { total: flights.total, rows: flights.list },
    alarms: null,
    sms: null,
    audit: null,
  };
}
