import { afterAll, expect, test } from "vitest";
import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { overviewQuery } from "../../../adapters/contract/graphql/overview.ts";
import { searchQuery } from "../../../adapters/contract/graphql/search.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { insertAlarm } from "../../alarms/insertAlarm.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { askCompany, postGraphql } from "./askGraphql.ts";
import { insertOneOfEach, phones } from "./oneOfEach.ts";

const ctx = await createTestPlatform();
const { ids } = await insertOneOfEach(ctx);
const now = ctx.clock.now();
const record = { createdAt: now, updatedAt: now };
await ctx.db.insert(smsMessages).values({
  ...record,
  id: ctx.platform.newId(),
  phone: phones.user,
  recipientName: "张三丰",
  type: "notice",
  signature: "【低空服务平台】",
  content: "【低空服务平台】请续费",
  parts: 1,
  senderName: "运营乙",
  urgency: 1,
  status: "delivered",
  notBefore: now,
  search: "【低空服务平台】请续费",
});
const alarmId = await insertAlarm(ctx, { companyId: ids.company, taskNo: "RW77", place: "北京市大兴区" });
await insertAlarm(ctx, { companyId: ids.company, priority: "p1", state: "gone", raisedAt: new Date(0) });
await insertAlarm(ctx, { priority: "p1", state: "suppressed" });
await insertAlarm(ctx, { priority: "p1", state: "cleared" });
await ctx.db.insert(auditLog).values({
  id: ctx.platform.newId(),
  at: now,
  staffId: ctx.staff.operator.id,
  staffName: "运营乙",
  address: "127.0.0.1",
  call: "PUT /company/account/update",
  summary: "编辑企业",
  entity: "company",
  entityId: ids.company,
  before: { level: "C" },
  after: { level: "B" },
});
afterAll(() => ctx.close());

const ask = async (role: ConsoleRole) => {
  const { body } = await askCompany(ctx, await ctx.loginAs(role), ids.company);
  return companyQuery.data.parse(body.data).company;
};

test("The head has what is due, open, online and flown", async () => {
  expect((await ask("finance")).head).toMatchObject({
    id: ids.company,
    name: "北京天翼飞行科技有限公司",
    status: "normal",
    level: "B",
    phone: "159****4615",
    orderAmountFen: 500_000,
    expireInDays: 10,
    unpaidFen: 200_000,
    openInvoices: 1,
    devicesOnline: 2,
    deviceCount: 3,
    flightsThisMonth: 1,
  });
});

test("The tabs show the first rows and how many there are", async () => {
  const { head, ...tabs } = await ask("admin");
  const at = "2026-03-02T02:00:00.000Z";
  expect(tabs).toEqual({
    orders: {
      total: 1,
      rows: [
        {
          id: ids.order,
          orderNo: "DD20260302000007",
          createdAt: at,
          type: "new",
          status: "pending",
          goodsNames: "巡检套餐",
          payableFen: 300_000,
          paidFen: 100_000,
          invoiceStatus: "none",
        },
      ],
    },
    payments: {
      total: 1,
      rows: [
        {
          id: ids.payment,
          orderId: ids.order,
          orderNo: "DD20260302000007",
          payNo: "ZF20260302000003",
          method: "bank",
          bankSerialNo: "BK778899001",
          payerName: "北京天翼飞行科技有限公司",
          amountFen: 100_000,
          paidAt: at,
          status: "confirmed",
        },
      ],
    },
    invoices: {
      total: 1,
      rows: [
        {
          id: ids.invoice,
          invoiceNo: "",
          title: "天翼开票抬头",
          type: "normal",
          status: "applied",
          amountFen: 300_000,
          redFen: 0,
          appliedAt: at,
          issueDate: null,
        },
      ],
    },
    grants: {
      total: 1,
      rows: [
        {
          id: expect.any(String),
          serviceId: expect.any(String),
          serviceName: "测试服务",
          kind: "flight",
          unit: "架次",
          orderId: expect.any(String),
          orderNo: expect.any(String),
          total: 10,
          used: 0,
          startAt: "2025-03-12T02:00:00.000Z",
          expireAt: "2026-03-12T02:00:00.000Z",
          status: "active",
        },
      ],
    },
    users: {
      total: 1,
      rows: [
        {
          id: ids.user,
          name: "张三丰",
          phoneNumber: "159****6137",
          role: "pilot",
          status: "normal",
          lastLoginAt: null,
        },
      ],
    },
    devices: {
      total: 3,
      drones: 1,
      hangars: 1,
      boxes: 1,
      rows: expect.arrayContaining([
        {
          id: ids.hangar,
          kind: "hangar",
          name: "永定河机场",
          sn: "HG-77001",
          model: "Dock 2",
          status: "idle",
          lastSeenAt: null,
        },
      ]),
    },
    flights: {
      total: 1,
      rows: [
        {
          id: ids.flight,
          taskId: ids.task,
          flightNo: "RW20260302000009",
          name: "永定河河道巡检",
          kind: "patrol",
          status: "finished",
          droneSn: "1581F6Q8D9",
          pilotName: "李飞手",
          startedAt: at,
          durationS: 600,
          distanceM: 4_200,
        },
      ],
    },
    alarms: {
      total: 2,
      rows: [
        expect.objectContaining({ id: alarmId, kind: "batteryLow", taskNo: "RW77", place: "北京市大兴区" }),
        expect.objectContaining({ priority: "p1", state: "gone" }),
      ],
    },
    sms: {
      total: 1,
      rows: [
        {
          id: expect.any(String),
          createdAt: at,
          type: "notice",
          phone: "159****6137",
          recipientName: "张三丰",
          content: "【低空服务平台】请续费",
          status: "delivered",
        },
      ],
    },
    audit: {
      total: 1,
      rows: [
        {
          id: expect.any(String),
          at,
          staffName: "运营乙",
          action: "编辑企业",
          result: "success",
          digest: expect.stringContaining("级"),
        },
      ],
    },
  });
});

test.each<[ConsoleRole, string[]]>([
  [
    "admin",
    ["orders", "payments", "invoices", "grants", "users", "devices", "flights", "alarms", "sms", "audit"],
  ],
  ["operator", ["orders", "payments", "invoices", "grants", "users", "devices", "flights", "alarms", "sms"]],
  ["finance", ["orders", "payments", "invoices", "grants", "users"]],
])("%s sees the tabs of the lists that the role may read", async (role, names) => {
  const { head, ...tabs } = await ask(role);
  expect(Object.entries(tabs).flatMap(([name, tab]) => (tab === null ? [] : [name]))).toEqual(names);
});

test.each<[ConsoleRole, Record<string, number>]>([
  ["admin", { search: 0, overview: 0, company: 0 }],
  ["operator", { search: 0, overview: 0, company: 0 }],
  ["finance", { search: 0, overview: -3, company: 0 }],
  ["maintainer", { search: 0, overview: 0, company: -3 }],
  ["duty", { search: 0, overview: 0, company: -3 }],
])("%s may ask as the role may by REST", async (role, expected) => {
  const headers = await ctx.loginAs(role);
  const requests = {
    search: { query: searchQuery.document, variables: { text: "天翼", limit: 5 } },
    overview: { query: overviewQuery.document },
    company: { query: companyQuery.document, variables: { id: ids.company, first: 5 } },
  };
  for (const [name, request] of Object.entries(requests)) {
    const { status, body } = await postGraphql(ctx, request, headers);
    expect([name, status, body.errors?.[0].extensions.state ?? 0]).toEqual([name, 200, expected[name]]);
    if (expected[name] !== 0)
      expect(body.errors[0].message).toBe("当前角色没有此操作的权限，请联系管理员开通");
  }
});

test.each<ConsoleRole>(["maintainer", "duty"])("%s gets no amount, whatever is asked", async (role) => {
  const headers = await ctx.loginAs(role);
  for (const text of ["天翼", "DD20260302000007", "BK778899001", "永定河"]) {
    const { body } = await postGraphql(
      ctx,
      { query: searchQuery.document, variables: { text, limit: 20 } },
      headers,
    );
    for (const { hits } of body.data.search.groups) for (const hit of hits) expect(hit.amountFen).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/300000|100000|BK7788|DD2026/);
  }
  const { body } = await postGraphql(
    ctx,
    {
      query: "query($id: ID!) { company(id: $id) { head { unpaidFen orderAmountFen } } }",
      variables: { id: ids.company },
    },
    headers,
  );
  expect(body).not.toHaveProperty("data");
});

test("The overview counts today's flights and every status of hangars", async () => {
  const { body } = await postGraphql(ctx, { query: overviewQuery.document }, await ctx.loginAs("duty"));
  expect(overviewQuery.data.parse(body.data).overview).toEqual({
    at: "2026-03-02T02:00:00.000Z",
    flying: 0,
    phases: [],
    lost: 0,
    flightsToday: 1,
    durationTodayS: 600,
    distanceTodayM: 4_200,
    incompleteToday: 1,
    refusedDrones: { count: 0, sns: [], reasons: [] },
    alarms: [
      { key: "p1", count: 1 },
      { key: "p2", count: 1 },
      { key: "p3", count: 0 },
      { key: "p4", count: 0 },
    ],
    duty: { shift: null },
    hangars: [
      { key: "idle", count: 1 },
      { key: "working", count: 0 },
      { key: "fault", count: 0 },
      { key: "offline", count: 0 },
      { key: "service", count: 0 },
    ],
    hours: [
      ...Array.from({ length: 23 }, () => expect.objectContaining({ flights: 0, p1: 0, p2: 0 })),
      { from: "2026-03-02T02:00:00.000Z", flights: 1, p1: 2, p2: 1, p3: 0, p4: 0 },
    ],
  });
});
