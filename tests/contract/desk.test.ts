import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deskCalls } from "../../adapters/contract/desk.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { orderCalls } from "../../adapters/contract/order.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { companies } from "../../server/db/schema/company.ts";
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
    redAskFen: status === "reversing" ? 100 : 0,
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
      const desk = await readDesk(role);
      expect(desk).toMatchObject({ at: "2026-03-02T02:00:00.000Z", counts, recent });
      expect([desk.counts, desk.recent]).toEqual([counts, recent]);
      // Of each queue at most three; refunds that await one's own decision are told as such, once.
      const othersRefunds = { admin: 1, operator: 2, finance: 0, maintainer: 0, duty: 0 }[role];
      const shown = (name: string, count: number) =>
        name === "refundingOrders" ? othersRefunds : Math.min(count, 3);
      const numbers = Object.entries(desk.first).map(([name, items]) => [name, items?.length]);
      const queues = Object.entries(counts).filter(
        ([name]) => !["expiringIn30Days", "endedFlightsToday", "drafts"].includes(name),
      );
      expect(Object.fromEntries(numbers)).toEqual(
        Object.fromEntries(queues.map(([name, count]) => [name, shown(name, count ?? 0)])),
      );
    },
  );

  test("counts audits as the order list does", async () => {
    const body = { pageNo: 1, pageSize: 20, mine: true };
    const page = await ctx.callAs("finance", orderCalls.orderPageList, { body });
    expect(unwrapData<{ total: number }>(page).total).toBe(4);
  });

  test("shows of each queue what has waited longest, by whom, and of how much", async () => {
    const { staff, clock } = ctx;
    const company = { id: (await ctx.db.select().from(companies))[0]?.id ?? "", name: "等待测试公司" };
    const hour = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    const by = { status: "auditing", submittedBy: staff.operator.id, submittedByName: "运营乙" } as const;
    // The order that is older was registered later.
    const late = { createdAt: hour(-90), statusAt: hour(-2), pendingFen: 100 };
    const second = await insertOrder(ctx, company, { ...by, ...late });
    const early = { createdAt: hour(-80), statusAt: hour(-3), pendingFen: 2_050 };
    const first = await insertOrder(ctx, company, { ...by, ...early });
    const { first: queues } = await readDesk("finance");
    expect(queues.myAudits?.slice(0, 2).map(({ id }) => id)).toEqual([first, second]);
    expect(queues.myAudits?.[0]).toEqual({
      kind: "order",
      id: first,
      title: expect.stringMatching(/^DD/),
      subtitle: "等待测试公司",
      by: "运营乙",
      at: hour(-3).toISOString(),
      amountFen: 2_050,
    });
    expect(queues.expiringIn7Days).toEqual([
      expect.objectContaining({ kind: "company", at: hour(168).toISOString(), amountFen: null }),
    ]);
    expect(queues.appliedInvoices?.[0]).toMatchObject({ kind: "invoice", by: "运营乙", amountFen: 100 });
    const { first: duty } = await readDesk("duty");
    expect(duty.openAlarms).toEqual([expect.objectContaining({ title: expect.stringMatching(/^P[1-4] /) })]);
    expect(Object.keys(duty).sort()).toEqual([
      "offlineBoxes",
      "offlineHangars",
      "openAlarms",
      "readyExports",
      "runningExports",
    ]);
  });

  test("names the forms of drafts, the newest first", async () => {
    const about = { title: "新增企业", address: "/account/accountList?add.=" };
    const value = JSON.stringify({ name: "甲", "draft.about": about });
    const draft = { staffId: ctx.staff.maintainer.id, key: "draft.company.create", value };
    await ctx.db.insert(memories).values([
      { ...draft, updatedAt: ctx.clock.now() },
      { ...draft, key: "draft.box.7", value: "{}", updatedAt: new Date(0) },
    ]);
    expect((await readDesk("maintainer")).drafts).toEqual([
      { ...about, at: "2026-03-02T02:00:00.000Z" },
      { title: "", address: "", at: "1970-01-01T00:00:00.000Z" },
    ]);
  });
});
