import { faker as chance } from "@faker-js/faker/locale/zh_CN";
import { asc, count, eq } from "drizzle-orm";
import { hashPassword } from "../auth/passwordHash.ts";
import type { Db } from "../db/handle.ts";
import { insertAll } from "../db/insertAll.ts";
import { channelCodes } from "../db/schema/channelCode.ts";
import { companies } from "../db/schema/company.ts";
import { goods } from "../db/schema/goods.ts";
import { invoiceNumbers, invoiceOrders, invoices } from "../db/schema/invoice.ts";
import { type OrderRecord, orders } from "../db/schema/order.ts";
import { orderEvents } from "../db/schema/orderEvent.ts";
import { orderPays } from "../db/schema/orderPay.ts";
import { serialNumbers } from "../db/schema/serialNumber.ts";
import { serviceGrants } from "../db/schema/serviceGrant.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsBatches } from "../db/schema/smsBatch.ts";
import { smsDeclines } from "../db/schema/smsDecline.ts";
import { staff } from "../db/schema/staff.ts";
import { users } from "../db/schema/user.ts";
import { idMaker } from "../ids.ts";
import { seedCatalog } from "./catalog/seedCatalog.ts";
import { edgeCompanies } from "./edgeCompanies.ts";
import { seedInvoices } from "./invoices/seedInvoices.ts";
import { numberCounter } from "./orders/orderBook.ts";
import { orderCast, seedOrders } from "./orders/seedOrders.ts";
import { channelTally, seedChannels } from "./seedChannels.ts";
import { type SeedFrame, seedCompanies } from "./seedCompanies.ts";
import { seedReference } from "./seedReference.ts";
import { seedStaff } from "./seedStaff.ts";
import { seedUsers } from "./seedUsers.ts";
import { seedSms } from "./sms/seedSms.ts";

interface Scale {
  readonly companies: number;
  readonly users: number;
  readonly orders: number;
}

/** As many users and orders for so many companies as the demo data has. At scale each has its owner and one order. */
export const demoScale = (companies: number): Scale => ({
  companies,
  users: companies > 1000 ? companies : Math.round((companies * 400) / 60),
  orders: companies > 1000 ? companies : Math.round((companies * 2000) / 60),
});

const seed = 20_261_120;
const channelCount = 25;
/** 700 invoices for 2,000 orders. */
const invoicesAnOrder = 0.35;
/** 3,000 messages for 60 companies; at scale no more. */
const mostSms = 3000;
const smsACompany = 50;
/** People whom seeded messages go to, at most. */
const smsPeople = 400;
const batch = 5000;
/** The last of the numbers that tell processes apart, so that no server's id meets a seeded one. */
const seedProcess = 1023;

/**
 * Fills an empty database with demo data, the same for the same `now`, in one transaction; does nothing to one
 * that has staff already.
 */
export async function seedDemo(db: Db, now: Date, scale: Scale = demoScale(60)): Promise<boolean> {
  await seedReference(db);
  return db.transaction(async (tx) => {
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(staff);
    if (known > 0) return false;
    chance.seed(seed);
    const frame: SeedFrame = { chance, now, newId: idMaker(() => now, seedProcess) };
    const people = await seedStaff(tx, frame);
    const managers = people.filter(({ roles, status }) => roles.includes("operator") && status === "normal");
    const channels = seedChannels(frame, channelCount);
    await insertAll(tx, channelCodes, channels);
    const next = seedCompanies(
      frame,
      managers,
      channels.filter(({ status }) => status === "on"),
    );
    const usersOf = seedUsers(frame, await hashPassword(chance.string.uuid()));
    const countOf = userCounts(scale);
    const tally = channelTally();
    await seedCatalog(tx, frame, people[0]?.id ?? "");
    const numbers = numberCounter();
    const ordersOf = seedOrders(frame, await orderCast(tx, people, channels), numbers.next);
    const invoicesOf = seedInvoices(frame, people);
    const sold = new Map<string, number>();
    for (let start = 0; start < scale.companies; start += batch) {
      const made = Array.from({ length: Math.min(batch, scale.companies - start) }, next);
      if (start === 0) edgeCompanies(made);
      const people = made.flatMap((company, index) => usersOf(company, countOf(start + index)));
      const share = Math.round((scale.orders * (start + made.length)) / scale.companies);
      const before = Math.round((scale.orders * start) / scale.companies);
      const book = ordersOf(made, share - before);
      const invoiced = invoicesOf(made, book.orders, Math.round((share - before) * invoicesAnOrder));
      tally.add(made, book.orders);
      countSold(sold, book.orders);
      await insertAll(tx, companies, made);
      await insertAll(tx, users, people);
      await insertAll(tx, orders, book.orders);
      await insertAll(tx, orderPays, book.pays);
      await insertAll(tx, orderEvents, book.events);
      await insertAll(tx, serviceGrants, book.grants);
      await insertAll(tx, invoices, invoiced.invoices);
      await insertAll(tx, invoiceOrders, invoiced.orders);
      await insertAll(tx, invoiceNumbers, invoiced.numbers);
    }
    await insertAll(tx, serialNumbers, numbers.rows());
    for (const [id, soldCount] of sold) await tx.update(goods).set({ soldCount }).where(eq(goods.id, id));
    for (const channel of channels)
      await tx.update(channelCodes).set(tally.of(channel)).where(eq(channelCodes.id, channel.id));
    const recipients = await tx.select().from(users).orderBy(asc(users.id)).limit(smsPeople);
    const senders = managers.map(({ name }) => name);
    // How much chance orders take hangs on the hour: messages have a stream of their own, and are the same at any time.
    chance.seed(seed + 1);
    const sms = seedSms(frame, recipients, senders, Math.min(mostSms, scale.companies * smsACompany));
    await insertAll(tx, smsBatches, sms.batches);
    await insertAll(tx, smsMessages, sms.messages);
    await insertAll(tx, smsDeclines, sms.declines);
    return true;
  });
}

/** Adds the pieces of paid orders to what is sold of each goods. */
function countSold(sold: Map<string, number>, made: readonly OrderRecord[]): void {
  for (const { status, items } of made)
    if (status === "paid" || status === "refunding" || status === "finished")
      for (const { goodsId, quantity } of items) sold.set(goodsId, (sold.get(goodsId) ?? 0) + quantity);
}

/** How many users each company has: at least one, uneven, together as many as asked for. */
function userCounts({ companies, users }: Scale): (index: number) => number {
  const extra = Math.max(0, users - companies);
  const weights = Array.from({ length: companies }, (_, index) => 1 + ((index * 7) % 12));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares: number[] = [];
  let weighed = 0;
  let given = 0;
  for (const weight of weights) {
    weighed += weight;
    const upTo = Math.round((extra * weighed) / sum);
    shares.push(1 + upTo - given);
    given = upTo;
  }
  return (index) => shares[index] ?? 1;
}
