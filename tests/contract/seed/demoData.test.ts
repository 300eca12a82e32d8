import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { users } from "../../../server/db/schema/user.ts";
import { listFutureColumns, type SeededMoment, seedMoment } from "./seedMoment.ts";
import { testDemoBoxes } from "./testDemoBoxes.ts";
import { testDemoCompanies } from "./testDemoCompanies.ts";
import { testDemoInvoices } from "./testDemoInvoices.ts";
import { testDemoMessages } from "./testDemoMessages.ts";
import { testDemoOrders } from "./testDemoOrders.ts";

/** What the demo data are at any moment. */
const facts = {
  companies: 60,
  users: 400,
  orders: {
    auditing: 51,
    cancelled: 382,
    finished: 735,
    paid: 507,
    pending: 208,
    refunded: 104,
    refunding: 13,
  },
  orderTypes: { expand: 329, new: 1309, renew: 323, trial: 39 },
  // Who submitted the orders that wait for their audit.
  submitters: { 刘志强: 11, 周晓岚: 7, 李婷婷: 11, 欧阳文静: 13, 赵宇航: 9 },
  contracts: 985,
  invoices: { applied: 64, cancelled: 48, issued: 461, rejected: 40, reversed: 61, reversing: 26 },
  messages: { delivered: 2816, failed: 132, sent: 36, unknown: 16 },
  tasks: { failed: 1, finished: 39 },
};

const tally = (values: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]),
  );

/** All records without their ids and numbers, with their ages instead of times. */
async function readRecords({ db, now }: SeededMoment) {
  const age = (at: Date | null) => at && now.getTime() - at.getTime();
  const all = {
    companies: await db.select().from(companies).orderBy(companies.id),
    users: await db.select().from(users).orderBy(users.id),
    orders: await db.select().from(orders).orderBy(orders.id),
    pays: await db.select().from(orderPays).orderBy(orderPays.id),
    invoices: await db.select().from(invoices).orderBy(invoices.id),
    messages: await db.select().from(smsMessages).orderBy(smsMessages.id),
    boxes: await db.select().from(boxes).orderBy(boxes.id),
    tasks: await db.select().from(tasks).orderBy(tasks.id),
  };
  return {
    ...all,
    fates: {
      companies: all.companies.map((one) => [
        one.name,
        one.orderAmountFen,
        age(one.createdAt),
        age(one.expireAt),
      ]),
      users: all.users.map((one) => [one.name, one.phoneNumber, one.status, age(one.lastLoginAt)]),
      orders: all.orders.map((one) => [
        one.companyName,
        one.type,
        one.status,
        one.payableFen,
        one.paidFen,
        one.createdByName,
        one.submittedByName,
        one.auditorName,
        one.invoiceStatus,
        age(one.createdAt),
        age(one.endAt),
      ]),
      pays: all.pays.map((one) => [one.status, one.amountFen, one.bankSerialNo, age(one.paidAt)]),
      invoices: all.invoices.map((one) => [
        one.title,
        one.status,
        one.amountFen,
        one.applicantName,
        age(one.appliedAt),
      ]),
      // By the hours of the day.
      messages: all.messages.map((one) => [one.phone, one.content, one.status]),
      boxes: all.boxes.map((one) => [one.name, one.mac, one.companyName, one.status]),
      tasks: all.tasks.map((one) => [one.name, one.status, one.airspace, one.uomStatus]),
    },
  };
}

let firstFates: Awaited<ReturnType<typeof readRecords>>["fates"] | undefined;

/** The others have the same records, so one is enough. */
const checkedMoment = "2027-12-31T23:58:00+08:00";

const moments = [
  ["2027-02-28T23:30:00+08:00"],
  [checkedMoment],
  ["2026-11-20T10:00:00+08:00", "full"],
  ["2028-02-29T12:00:00+08:00", "full"],
] as const;

for (const [at, ...tags] of moments)
  describe(`the demo data of ${at}`, { tags }, () => {
    let seeded: SeededMoment;
    beforeAll(async () => {
      seeded = await seedMoment(at);
    });
    afterAll(() => seeded.close());

    test("are what they are at every other moment", async () => {
      const { orders, invoices, messages, fates, ...others } = await readRecords(seeded);
      expect({
        companies: others.companies.length,
        users: others.users.length,
        orders: tally(orders.map(({ status }) => status)),
        orderTypes: tally(orders.map(({ type }) => type)),
        submitters: tally(
          orders.filter(({ status }) => status === "auditing").map(({ submittedByName }) => submittedByName),
        ),
        contracts: orders.filter(({ contractNo }) => contractNo !== "").length,
        invoices: tally(invoices.map(({ status }) => status)),
        messages: tally(messages.map(({ status }) => status)),
        tasks: tally(others.tasks.map(({ status }) => status)),
      }).toEqual(facts);
      firstFates ??= fates;
      expect(fates).toEqual(firstFates);
    });

    test("have nothing of the future", async () => {
      expect(await listFutureColumns(seeded)).toEqual([]);
    });

    if (at !== checkedMoment) return;
    testDemoCompanies(() => seeded);
    testDemoOrders(() => seeded);
    testDemoInvoices(() => seeded);
    testDemoMessages(() => seeded);
    testDemoBoxes(() => seeded);
  });
