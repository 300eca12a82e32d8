import { and, count, desc, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { CompanyView } from "../../../adapters/contract/graphql/companyView.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { orderPays } from "../../db/schema/orderPay.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { users } from "../../db/schema/user.ts";
import { toSmsRow } from "../../modules/sms/smsList.ts";
import { toViewer } from "../../modules/viewer.ts";
import type { GraphqlContext } from "../graphqlContext.ts";
import { mayCall } from "../mayCall.ts";

/** Payments of all of a company's orders, newest first: REST lists those of one order. */
export async function readPayments(
  { db, actor }: GraphqlContext,
  companyId: string,
  first: number,
): Promise<CompanyView["payments"]> {
  if (!mayCall(actor, orderPayCalls.orderPayForOrder)) return null;
  const isOfCompany = eq(orders.companyId, companyId);
  const isOfOrder = eq(orders.id, orderPays.orderId);
  const [counted] = await db
    .select({ total: count() })
    .from(orderPays)
    .innerJoin(orders, isOfOrder)
    .where(isOfCompany);
  const { id, orderId, payNo, method, bankSerialNo, payerName, amountFen, paidAt, status } = orderPays;
  const rows = await db
    .select({
      id,
      orderId,
      payNo,
      method,
      bankSerialNo,
      payerName,
      amountFen,
      paidAt,
      status,
      orderNo: orders.orderNo,
    })
    .from(orderPays)
    .innerJoin(orders, isOfOrder)
    .where(isOfCompany)
    .orderBy(desc(orderPays.createdAt), desc(orderPays.id))
    .limit(first);
  const { canSeeAmounts } = toViewer(actor);
  return {
    total: counted?.total ?? 0,
    rows: rows.map((row) => ({
      ...row,
      amountFen: canSeeAmounts ? row.amountFen : null,
      paidAt: row.paidAt.toISOString(),
    })),
  };
}

/** SMS to the phones of the company and its users, newest first: REST's list knows no company. */
export async function readSms(
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
  const ofUsers = db
    .select({ phone: users.phoneNumber })
    .from(users)
    .where(and(eq(users.companyId, companyId), isNull(users.deletedAt)));
  const phones = [company.phone, company.emergencyPhone].filter((phone) => phone !== "");
  const where: SQL | undefined = and(
    isNull(smsMessages.deletedAt),
    or(inArray(smsMessages.phone, phones), inArray(smsMessages.phone, ofUsers)),
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
