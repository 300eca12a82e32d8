import { faker } from "@faker-js/faker/locale/zh_CN";
import { asc, count, eq } from "drizzle-orm";
import { hashPassword } from "../../server/auth/passwordHash.ts";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import type { Db } from "../../server/db/handle.ts";
import { insertAll } from "../../server/db/insertAll.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { companies } from "../../server/db/schema/company.ts";
import { goods } from "../../server/db/schema/goods.ts";
import {
  invoiceNumbers,
  invoiceOrders,
  invoiceProfiles,
  invoiceReds,
  invoices,
} from "../../server/db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../server/db/schema/order.ts";
import { orderEvents } from "../../server/db/schema/orderEvent.ts";
import { orderPays } from "../../server/db/schema/orderPay.ts";
import { serialNumbers } from "../../server/db/schema/serialNumber.ts";
import { serviceGrants } from "../../server/db/schema/serviceGrant.ts";
import { smsMessages } from "../../server/db/schema/sms.ts";
import { smsBatches } from "../../server/db/schema/smsBatch.ts";
import { smsDeclines } from "../../server/db/schema/smsDecline.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { users } from "../../server/db/schema/user.ts";
import { buildSearchText, toPinyinSortKey } from "../../server/records/searchText.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { seedCatalog } from "./catalog/seedCatalog.ts";
import { seedInvoices, toInvoiceProfiles } from "./invoices/seedInvoices.ts";
import { createNumberCounter } from "./orders/orderRows.ts";
import { loadOrderFixtures, seedOrders } from "./orders/seedOrders.ts";
import { createChannelTally, seedChannels } from "./seedChannels.ts";
import { type CompanyInsert, type SeedContext, seedCompanies } from "./seedCompanies.ts";
import { createUnique, seedPhone } from "./seedPhone.ts";
import { seedSms } from "./seedSms.ts";
import { seedStaff } from "./seedStaff.ts";

interface DemoScale {
  readonly companies: number;
  readonly users: number;
  readonly orders: number;
}

/** Users and orders in proportion to companies. Above 1,000 companies, each has one user and one order. */
export const getDemoScale = (companies: number): DemoScale => ({
  companies,
  users: companies > 1000 ? companies : Math.round((companies * 400) / 60),
  orders: companies > 1000 ? companies : Math.round((companies * 2000) / 60),
});

const seed = 20_261_120;
const channelCount = 25;
/** 700 invoices for 2,000 orders. */
const invoicesPerOrder = 0.35;
/** 3,000 messages for 60 companies, never more. */
const maxSms = 3000;
const smsPerCompany = 50;
/** Maximum number of recipients of seeded messages. */
const smsRecipients = 400;
const batchSize = 5000;
/** 60 characters, the maximum length of a name. */
const longestName =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";
/** The highest process id, so that ids of a server and of seeds do not collide. */
const processNumber = 1023;

/**
 * Fills an empty database with demo data in one transaction, deterministic by `now`. Does nothing if there are staff
 * already.
 */
export async function seedDemo(db: Db, now: Date, scale: DemoScale = getDemoScale(60)): Promise<boolean> {
  await seedReference(db);
  return db.transaction(async (tx) => {
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(staff);
    if (known > 0) return false;
    faker.seed(seed);
    const context: SeedContext = { faker, now, newId: createIdGenerator(() => now, processNumber) };
    const people = await seedStaff(tx, context);
    const managers = people.filter(({ roles, status }) => roles.includes("operator") && status === "normal");
    const channels = seedChannels(context, channelCount);
    await insertAll(tx, channelCodes, channels);
    const createCompany = seedCompanies(
      context,
      managers,
      channels.filter(({ status }) => status === "on"),
    );
    const createUsers = seedUsers(context, await hashPassword(faker.string.uuid()));
    const getUserCount = distributeUsers(scale);
    const tally = createChannelTally();
    await seedCatalog(tx, context, people[0]?.id ?? "");
    const numbers = createNumberCounter();
    const createOrders = seedOrders(context, await loadOrderFixtures(tx, people, channels), numbers.next);
    const createInvoices = seedInvoices(context, people);
    const sold = new Map<string, number>();
    for (let start = 0; start < scale.companies; start += batchSize) {
      const batchCompanies = Array.from(
        { length: Math.min(batchSize, scale.companies - start) },
        createCompany,
      );
      if (start === 0) applyEdgeCases(batchCompanies);
      const people = batchCompanies.flatMap((company, index) =>
        createUsers(company, getUserCount(start + index)),
      );
      const ordersAfter = Math.round((scale.orders * (start + batchCompanies.length)) / scale.companies);
      const ordersBefore = Math.round((scale.orders * start) / scale.companies);
      const orderRows = createOrders(batchCompanies, ordersAfter - ordersBefore);
      const invoiceRows = createInvoices(
        batchCompanies,
        orderRows.orders,
        Math.round((ordersAfter - ordersBefore) * invoicesPerOrder),
      );
      tally.add(batchCompanies, orderRows.orders);
      addSold(sold, orderRows.orders);
      await insertAll(tx, companies, batchCompanies);
      await insertAll(tx, users, people);
      await insertAll(tx, orders, orderRows.orders);
      await insertAll(tx, orderPays, orderRows.pays);
      await insertAll(tx, orderEvents, orderRows.events);
      await insertAll(tx, serviceGrants, orderRows.grants);
      await insertAll(tx, invoices, invoiceRows.invoices);
      await insertAll(tx, invoiceOrders, invoiceRows.orders);
      await insertAll(tx, invoiceReds, invoiceRows.reds);
      await insertAll(tx, invoiceNumbers, invoiceRows.numbers);
      await insertAll(tx, invoiceProfiles, toInvoiceProfiles(invoiceRows.invoices));
    }
    await insertAll(tx, serialNumbers, numbers.rows());
    for (const [id, soldCount] of sold) await tx.update(goods).set({ soldCount }).where(eq(goods.id, id));
    for (const channel of channels)
      await tx.update(channelCodes).set(tally.get(channel)).where(eq(channelCodes.id, channel.id));
    const recipients = await tx.select().from(users).orderBy(asc(users.id)).limit(smsRecipients);
    const senders = managers.map(({ name }) => name);
    // So that messages do not depend on how many values the records before them have drawn.
    faker.seed(seed + 1);
    const sms = seedSms(context, recipients, senders, Math.min(maxSms, scale.companies * smsPerCompany));
    await insertAll(tx, smsBatches, sms.batches);
    await insertAll(tx, smsMessages, sms.messages);
    await insertAll(tx, smsDeclines, sms.declines);
    return true;
  });
}

/** Gives some companies names and texts that are difficult for screens and workbooks. */
function applyEdgeCases(companies: CompanyInsert[]): void {
  const edges: readonly Partial<CompanyInsert>[] = [
    { name: longestName, shortName: "中北低空综合服务集团第一分公司" },
    { remark: '=HYPERLINK("http://example.com","请勿点击")' },
    { name: "𠮷祥天翼㬎航空服务有限公司", shortName: "𠮷祥天翼" },
    { name: "Aero_100%智飞航空科技有限公司", shortName: "Aero_100%" },
  ];
  for (const [index, edge] of edges.entries()) {
    const company = companies[index * 3 + 1];
    if (!company) continue;
    Object.assign(company, edge);
    company.nameOrder = toPinyinSortKey(company.name);
    company.search = buildSearchText(company.name, company.creditCode);
  }
}

type UserInsert = typeof users.$inferInsert;

/** Returns a function that creates a company's users, the owner first, and sets the company's owner and user count. */
function seedUsers({ faker, now, newId }: SeedContext, passwordHash: string) {
  const nextPhone = createUnique(() => seedPhone(faker));
  return (company: CompanyInsert, count: number): UserInsert[] => {
    const created = Array.from({ length: count }, (_, index): UserInsert => {
      const name = faker.person.fullName();
      const phoneNumber = nextPhone();
      const role =
        index === 0
          ? "owner"
          : faker.helpers.arrayElement(["manager", "pilot", "pilot", "pilot", "viewer"] as const);
      const createdAt =
        index === 0 ? company.createdAt : faker.date.between({ from: company.createdAt, to: now });
      const frozen = index > 0 && faker.datatype.boolean(0.06);
      return {
        id: newId(),
        createdAt,
        updatedAt: createdAt,
        name,
        nameOrder: toPinyinSortKey(name),
        phoneNumber,
        companyId: company.id,
        companyName: company.name,
        companyNameOrder: company.nameOrder,
        role,
        licenceNo:
          role === "pilot" ? `UAS${faker.string.numeric({ length: 10, allowLeadingZeros: false })}` : "",
        status: frozen ? "frozen" : "normal",
        freezeReason: frozen ? "人员离职" : "",
        passwordHash,
        mustChange: index > 0 && faker.datatype.boolean(0.3),
        lastLoginAt: faker.datatype.boolean(0.85) ? faker.date.between({ from: createdAt, to: now }) : null,
        search: buildSearchText(name),
      };
    });
    const [owner] = created;
    Object.assign(company, {
      accountUserId: owner?.id ?? null,
      accountPhone: owner?.phoneNumber ?? "",
      userCount: created.length,
    });
    return created;
  };
}

/** Adds the quantities of paid orders to the sold count of each goods. */
function addSold(sold: Map<string, number>, orders: readonly OrderRecord[]): void {
  for (const { status, items } of orders)
    if (status === "paid" || status === "refunding" || status === "finished")
      for (const { goodsId, quantity } of items) sold.set(goodsId, (sold.get(goodsId) ?? 0) + quantity);
}

/** Distributes `users` unevenly over the companies, at least one each. */
function distributeUsers({ companies, users }: DemoScale): (index: number) => number {
  const extra = Math.max(0, users - companies);
  const weights = Array.from({ length: companies }, (_, index) => 1 + ((index * 7) % 12));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares: number[] = [];
  let weightSoFar = 0;
  let countSoFar = 0;
  for (const weight of weights) {
    weightSoFar += weight;
    const upTo = Math.round((extra * weightSoFar) / sum);
    shares.push(1 + upTo - countSoFar);
    countSoFar = upTo;
  }
  return (index) => shares[index] ?? 1;
}
