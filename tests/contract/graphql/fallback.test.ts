import { afterAll, expect, test } from "vitest";
import type { RecordReader } from "../../../adapters/http/records/recordReader.ts";
import { selectActs } from "../../../src/list/canCall.ts";
import { companyPageActions } from "../../../src/pages/account/companyActions.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createTestReader } from "./createTestReader.ts";
import { insertOneOfEach } from "./oneOfEach.ts";

const ctx = await createTestPlatform();
const { ids } = await insertOneOfEach(ctx);
afterAll(() => ctx.close());

const toTitles = ({ groups }: Awaited<ReturnType<RecordReader["search"]>>) =>
  Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]));

test("With GraphQL each question is one request", async () => {
  const { reader, sent } = await createTestReader(ctx, "admin");
  expect(toTitles(await reader.search("BK778899001"))).toEqual({ payment: ["BK778899001"] });
  expect((await reader.company(ids.company)).head.unpaidFen).toBe(200_000);
  expect((await reader.overview())?.flightsToday).toBe(1);
  expect(sent).toEqual(["/graphql", "/graphql", "/graphql"]);
});

test("Where /graphql answers 404, REST answers with less data, and no error is reported", async () => {
  const { reader, sent, reported } = await createTestReader(ctx, "admin", { hasGraphql: false });
  expect(toTitles(await reader.search("天翼"))).toEqual({
    company: ["北京天翼飞行科技有限公司"],
    order: ["DD20260302000007"],
    invoice: ["天翼开票抬头"],
    flight: ["RW20260302000009"],
  });
  const view = await reader.company(ids.company);
  expect(view.head).toMatchObject({
    name: "北京天翼飞行科技有限公司",
    devicesOnline: 2,
    deviceCount: 3,
    unpaidFen: null,
    openInvoices: null,
    flightsThisMonth: null,
  });
  expect([view.orders?.total, view.invoices?.total, view.users?.total, view.flights?.total]).toEqual([
    1, 1, 1, 1,
  ]);
  expect([view.payments, view.sms, view.audit]).toEqual([null, null, null]);
  expect(view.devices).toMatchObject({ total: 3, drones: 1, hangars: 1, boxes: 1 });
  expect(await reader.overview()).toMatchObject({ flying: 0, flightsToday: 1, distanceTodayM: 4_200 });
  expect(sent.filter((url) => url === "/graphql")).toHaveLength(1);
  expect(sent.filter((url) => url.includes("/x/"))).toEqual([]);
  expect(reported).toEqual([]);
});

test("Without extensions GraphQL is not asked at all", async () => {
  const { reader, sent } = await createTestReader(ctx, "operator", { extensions: false });
  expect(toTitles(await reader.search("永定河云盒"))).toEqual({ box: ["永定河云盒"] });
  expect(sent).not.toContain("/graphql");
});

test("Without extensions a company is acted on as its list has it, by what the specification has calls for", async () => {
  const { reader, sent } = await createTestReader(ctx, "admin", { extensions: false });
  expect(await reader.companyRow(ids.company)).toMatchObject({
    name: "北京天翼飞行科技有限公司",
    version: 1,
  });
  expect(sent).toEqual(["/wms/api/company/pageList"]);
  const viewer = { user: { roles: ["admin"] }, config: { extensions: false } };
  const acts = selectActs(viewer, companyPageActions).map(({ label }) => label);
  expect(acts).toEqual(["编辑", "创建订单", "续费", "备注", "发短信", "Logo", "访问密钥", "冻结"]);
});

test("By REST, a role's lists alone are asked", async () => {
  const { reader, sent } = await createTestReader(ctx, "duty", { extensions: false });
  expect(toTitles(await reader.search("永定河"))).toEqual({
    flight: ["RW20260302000009"],
    box: ["永定河云盒"],
    hangar: ["永定河机场"],
  });
  expect(sent.toSorted()).toEqual(
    [
      "/iapi/box/list",
      "/iapi/device/list",
      "/iapi/device/list",
      "/wms/api/task/history/list",
      "/wms/api/task/start/list",
    ].toSorted(),
  );
});

test("Errors of GraphQL have the kinds of REST, with its texts", async () => {
  const kinds: [string, () => Promise<unknown>][] = [
    ["forbidden", async () => (await createTestReader(ctx, "duty")).reader.company(ids.company)],
    ["refused", async () => (await createTestReader(ctx, "admin")).reader.company("999")],
    ["invalid", async () => (await createTestReader(ctx, "admin")).reader.search("云".repeat(101))],
    ["unauthorized", async () => (await createTestReader(ctx, "admin", { token: "x" })).reader.search("云")],
  ];
  for (const [kind, run] of kinds) await expect(run()).rejects.toMatchObject({ kind });
  const { reader, reported } = await createTestReader(ctx, "admin");
  await reader.search("云".repeat(101)).catch(() => undefined);
  expect(reported.map(({ kind, issues, call }) => ({ kind, issues, call }))).toEqual([
    {
      kind: "invalid",
      issues: [{ path: "text", message: "查找内容最多 100 个字" }],
      call: "POST /graphql",
    },
  ]);
});
