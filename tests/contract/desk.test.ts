import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deskCalls } from "../../adapters/contract/desk.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { exportJobs } from "../../server/db/schema/exportJob.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import { memories } from "../../server/db/schema/memory.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { type ConsoleRole, createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { insertBox, insertHangar } from "./device/deviceRecords.ts";
import { createDataFactory } from "./fixtures/createDataFactory.ts";
import { unwrapData } from "./order/orderFixture.ts";
import { insertSms } from "./sms/smsFixture.ts";
import { insertFlownTask, insertOrder } from "./statistics/statisticsFixture.ts";

type Desk = EndpointData<typeof deskCalls.desk>;
interface Company {
  readonly id: string;
  readonly name: string;
}

let ctx: TestPlatform;
const dayMs = 86_400_000;

const readDesk = async (role: ConsoleRole) => unwrapData<Desk>(await ctx.callAs(role, deskCalls.desk, {}));

async function insertInvoice(company: Company, status: "applied" | "issued" | "reversing") {
  const [at, id] = [ctx.clock.now(), ctx.platform.newId()];
  await ctx.db.insert(invoices).values({
    id,
    createdAt: at,
    updatedAt: at,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: "",
    titleType: "company",
    title: company.name,
    type: "normal",
    email: "a@b.cn",
    lines: [],
    amountFen: 100,
    exTaxFen: 94,
    taxFen: 6,
    orderCount: 1,
    orderNos: "DD1",
    status,
    applicantId: ctx.staff.operator.id,
    applicantName: "运营乙",
    appliedAt: at,
    search: "",
    // A number of 20 digits and a date, once it is issued.
    ...(status === "applied" ? {} : { invoiceNo: `0${id}`, issueDate: at }),
  });
}

async function insertExport(role: ConsoleRole, status: "running" | "done" | "expired") {
  const id = ctx.platform.newId();
  await ctx.db.insert(exportJobs).values({
    id,
    exportId: `desk-${id}`,
    kind: "companyExport",
    body: {},
    conditions: "全部",
    status,
    expectedRows: 1,
    fileName: "企业列表.xlsx",
    staffId: ctx.staff[role].id,
    staffName: ctx.staff[role].name,
    createdAt: ctx.clock.now(),
  });
}

/** Orders of which finance may audit four and the admin, who created or submitted two of them, only two. */
async function insertOrders(company: Company) {
  const { admin, operator } = ctx.staff;
  await insertOrder(ctx, company, { status: "auditing", createdBy: operator.id, submittedBy: operator.id });
  await insertOrder(ctx, company, { status: "auditing", createdBy: admin.id, submittedBy: operator.id });
  await insertOrder(ctx, company, { status: "refunding", createdBy: admin.id, submittedBy: operator.id });
  await insertOrder(ctx, company, { status: "refunding", createdBy: operator.id, submittedBy: admin.id });
  await insertOrder(ctx, company, { status: "pending" });
}

const insertAudit = (at: Date) =>
  ctx.db.insert(auditLog).values({
    id: ctx.platform.newId(),
    at,
    staffName: "财务丙",
    address: "",
    call: "POST /order/v3/financial/audit",
    summary: "财务审核",
    entity: "order",
  });

beforeAll(async () => {
  ctx = await createTestPlatform();
  const { db, clock, staff } = ctx;
  const factory = await createDataFactory(ctx);
  const after = (days: number) => new Date(clock.now().getTime() + days * dayMs);
  const company = await factory.createCompany();
  await factory.createCompany({ expireAt: after(-1) });
  await factory.createCompany({ expireAt: after(7) });
  await factory.createCompany({ expireAt: after(8) });
  await factory.createCompany({ expireAt: after(31) });
  await factory.createCompany({ expireAt: after(3), deletedAt: clock.now() });
  await insertOrders(company);
  for (const status of ["applied", "applied", "applied", "reversing", "issued"] as const)
    await insertInvoice(company, status);
  await insertOrder(ctx, company, { status: "paid", createdAt: after(-5), paidAt: after(-1) });
  await insertAudit(clock.now());
  await insertAudit(after(-3));
  await insertAlarm(ctx);
  await insertAlarm(ctx, { state: "gone" });
  // It is 2 March in Shanghai, a day that began at 16:00 of 1 March in UTC.
  await insertFlownTask(ctx, company, new Date("2026-03-01T16:00:00.000Z"));
  await insertFlownTask(ctx, company, new Date("2026-03-01T15:59:59.000Z"));
  await insertFlownTask(ctx, company, new Date("2026-03-02T01:59:00.000Z"), { endedAt: null });
  await insertBox(db, null, { status: "offline" });
  await insertBox(db, null, { status: "offline", deletedAt: clock.now() });
  await insertBox(db, null, { status: "online" });
  await insertHangar(db, company, { status: "offline" });
  await insertHangar(db, company, { status: "offline" });
  await insertHangar(db, company, { status: "fault" });
  await insertSms(db, { status: "failed" });
  await insertSms(db, { status: "failed", deletedAt: clock.now() });
  await insertSms(db, { status: "unknown" });
  await insertExport("finance", "running");
  await insertExport("finance", "done");
  await insertExport("operator", "done");
  await insertExport("operator", "expired");
  const memory = { staffId: staff.finance.id, value: "{}", updatedAt: clock.now() };
  await db.insert(memories).values([
    { ...memory, key: "draft.company.create" },
    { ...memory, key: "draft.order.create" },
    { ...memory, key: "list.order" },
    { ...memory, staffId: staff.duty.id, key: "draft.box.create" },
  ]);
});
afterAll(() => ctx.close());

const sales = {
  refundingOrders: 2,
  appliedInvoices: 3,
  reversingInvoices: 1,
  expiringIn7Days: 1,
  expiringIn30Days: 2,
};
const operation = { openAlarms: 1, endedFlightsToday: 1, offlineBoxes: 1, offlineHangars: 2 };

const countsByRole: Readonly<Record<ConsoleRole, Desk["counts"]>> = {
  // The admin sees everybody's exports.
  admin: { ...sales, ...operation, myAudits: 2, failedSms: 1, runningExports: 1, readyExports: 2, drafts: 0 },
  // An operator audits nothing.
  operator: { ...sales, ...operation, failedSms: 1, runningExports: 0, readyExports: 1, drafts: 0 },
  finance: { ...sales, myAudits: 4, runningExports: 1, readyExports: 1, drafts: 2 },
  maintainer: { ...operation, runningExports: 0, readyExports: 0, drafts: 0 },
  duty: { ...operation, runningExports: 0, readyExports: 0, drafts: 1 },
};

const recentSales = {
  newOrders: 5,
  // One audit of today, and an order of last week that was paid yesterday.
  auditedOrders: 1,
  paidOrders: 1,
  newCompanies: 5,
  // One expired yesterday.
  expiredCompanies: 1,
};
/** Two alarms; a flight of yesterday and one of today, the third is in the air. */
const recentOperation = { raisedAlarms: 2, endedFlights: 2 };
const recentByRole: Readonly<Record<ConsoleRole, Desk["recent"]>> = {
  admin: { ...recentSales, ...recentOperation },
  operator: { ...recentSales, ...recentOperation },
  finance: recentSales,
  maintainer: recentOperation,
  duty: recentOperation,
};

describe("the desk", () => {
  test.each(Object.entries(countsByRole) as [ConsoleRole, Desk["counts"]][])(
    "counts for %s what this role's lists hold",
    async (role, counts) => {
      const recent = recentByRole[role];
      expect(await readDesk(role)).toEqual({ at: "2026-03-02T02:00:00.000Z", counts, recent });
    },
  );

  test("counts audits as the order list does", async () => {
    const body = { pageNo: 1, pageSize: 20, mine: true };
    const page = await ctx.callAs("finance", orderCalls.orderPageList, { body });
    expect(unwrapData<{ total: number }>(page).total).toBe(4);
  });
});
