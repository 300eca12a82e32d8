import { and, desc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import type { CompanyView } from "../../../adapters/contract/graphql/companyView.ts";
import { toDeviceTab } from "../../../adapters/contract/graphql/deviceTab.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { companies } from "../../db/schema/company.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { users } from "../../db/schema/user.ts";
import { countDevices, readDevices } from "../../modules/device/readDevices.ts";
import { toSmsRow } from "../../modules/sms/smsList.ts";
import { type GraphqlContext, readByCall } from "../graphqlContext.ts";

/** SMS to the phones of the company and its users, newest first: REST's list knows no company. */
async function readSms(
  { db, actor }: GraphqlContext,
  companyId: string,
  first: number,
): Promise<CompanyView["sms"]> {
  if (!mayCall(actor, smsCalls.smsListPage)) return null;
  const [company] = await db
    .select({ phone: companies.phone, emergencyPhone: companies.emergencyPhone })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) return { total: 0, rows: [] };
  const userPhones = db
    .select({ phone: users.phoneNumber })
    .from(users)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt)));
  const phones = [company.phone, company.emergencyPhone].filter((phone) => phone !== "");
  const where: SQL | undefined = and(
    isNull(smsMessages.deletedAt),
    or(inArray(smsMessages.phone, phones), inArray(smsMessages.phone, userPhones)),
  );
  const total = await db.$count(smsMessages, where);
  const records = await db
    .select()
    .from(smsMessages)
    .where(where)
    .orderBy(desc(smsMessages.createdAt), desc(smsMessages.id))
    .limit(first);
  return { total, rows: records.map(toSmsRow) };
}

type TabName = Exclude<keyof CompanyView, "head">;
type ReadTab<N extends TabName> = (
  context: GraphqlContext,
  companyId: string,
  first: number,
) => Promise<CompanyView[N]>;

/** A page of a list as a tab. */
const toTab = <R>(page: { readonly list: R[]; readonly total: number } | null) =>
  page && { total: page.total, rows: page.list };

/** The tabs of a company: null where the actor may not read the list behind one. */
export const companyTabs: { readonly [N in TabName]: ReadTab<N> } = {
  orders: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "orderPageList", { body }));
  },
  payments: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "orderPayPageList", { body }));
  },
  invoices: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "invoicePageList", { body }));
  },
  grants: async (context, id, first) => {
    const rows = await readByCall(context, "companyServiceInfo", { params: { id } });
    if (!rows) return null;
    const isCut = rows.length >= wholeListMax;
    const total = isCut
      ? await context.db.$count(serviceGrants, eq(serviceGrants.companyId, id))
      : rows.length;
    return { total, rows: rows.slice(0, first) };
  },
  users: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "userPageList", { body }));
  },
  devices: readDeviceTab,
  flights: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "taskHistoryList", { body }));
  },
  alarms: async (context, companyId, first) => {
    const body = { companyId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "alarmList", { body }));
  },
  sms: readSms,
  audit: async (context, entityId, first) => {
    const body = { entity: "company" as const, entityId, pageNo: 1, pageSize: first };
    return toTab(await readByCall(context, "auditList", { body }));
  },
};

/** The device list is open to every session, the pages of devices are not. */
async function readDeviceTab(
  context: GraphqlContext,
  companyId: string,
  first: number,
): Promise<CompanyView["devices"]> {
  if (!mayCall(context.actor, deviceCalls.droneList)) return null;
  const newest = await readDevices(context.db, { companyId }, { limit: first, newestFirst: true });
  return toDeviceTab(newest, await countDevices(context.db, companyId), first);
}
