import { eq, sql } from "drizzle-orm";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditRecord, type AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { contract } from "../../../adapters/contract/contract.ts";
import { dictionaryCalls } from "../../../adapters/contract/dictionary.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { injectCall, injectUntyped, toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, openSession } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { allSamples } from "../samples/allSamples.ts";
import type { Sample } from "../samples/sample.ts";
import { createSampleContext } from "../samples/sampleContext.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
afterAll(() => ctx.close());

const loginAsAdmin = () => ctx.loginAs("admin");
const getList = async (filters: object = {}) => {
  const args = { body: { pageNo: 1, pageSize: 200, ...filters } };
  const { body } = await injectCall(ctx.app, auditCalls.auditList, args, await loginAsAdmin());
  expect(body.message).toBe("");
  return body.data as { list: AuditRow[]; total: number };
};
const getDetail = async (id: string) =>
  (await injectCall(ctx.app, auditCalls.auditOne, { params: { id } }, await loginAsAdmin())).body
    .data as AuditRecord;

const insertRow = (values: Partial<typeof auditLog.$inferInsert>) => {
  const row = {
    id: ctx.platform.newId(),
    at: ctx.clock.now(),
    staffId: ctx.staff.operator.id,
    staffName: "运营乙",
    address: "192.168.7.9",
    call: "DELETE /company/frozen/:id",
    summary: "冻结或解冻企业",
    entity: "company",
    entityId: "7001",
    ...values,
  };
  return ctx.db.insert(auditLog).values(row);
};

describe("A row of the audit trail", () => {
  test("has the changes of a freeze with labels, the company, the user and the address", async () => {
    const [company] = await ctx.db.select().from(companies).where(eq(companies.status, "normal")).limit(1);
    const { id = "", version = 1 } = company ?? {};
    const args = { params: { id }, query: { to: "frozen" as const, version, reason: "欠费" } };
    await ctx.callAs("operator", companyCalls.companyFrozen, args);
    const { list } = await getList({ entityId: id });
    expect(list).toHaveLength(1);
    const { changes, ...row } = await getDetail(list[0]?.id ?? "");
    expect(row).toEqual(list[0]);
    expect(row).toMatchObject({
      staffName: "运营乙",
      staffId: ctx.staff.operator.id,
      action: "冻结或解冻企业",
      entity: "company",
      entityId: id,
      result: "success",
      address: "127.0.0.1",
      digest: "状态：正常 → 已冻结；冻结原因：欠费",
    });
    expect(changes).toEqual([
      { field: "状态", before: "正常", after: "已冻结" },
      { field: "冻结原因", before: "", after: "欠费" },
    ]);
  });

  test("of a failed login has the masked number and the account, no user, and the result failure", async () => {
    const body = { phoneNumber: "13911110003", password: md5("wrong") };
    await injectCall(ctx.app, loginCalls.login, { body });
    const { list } = await getList({ result: "failure", action: "login" });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      staffName: "未登录",
      staffId: null,
      entityId: ctx.staff.finance.id,
      result: "failure",
      digest: "手机号：139****0003；失败原因：手机号或密码错误",
    });
  });

  test("shows amounts in yuan, times in Shanghai time, and masks a stored phone", async () => {
    const after = {
      totalFen: 123_450,
      paidAt: "2026-03-01T16:30:05.000Z",
      phone: "13812345678",
      goods: [{ goodsId: "5", quantity: 2, amountFen: 100 }],
      filters: { keyword: "13812345678", sort: { field: "createdAt", order: "desc" } },
    };
    await insertRow({ entity: "order", entityId: "7002", after });
    const [row] = (await getList({ entityId: "7002" })).list;
    expect((await getDetail(row?.id ?? "")).changes).toEqual([
      { field: "电话", before: "", after: "138****5678" },
      { field: "商品明细", before: "", after: "商品：5，数量：2，金额：¥1.00" },
      { field: "订单总额", before: "", after: "¥1,234.50" },
      { field: "查询条件", before: "", after: "关键字：138****5678，排序：字段：创建时间，顺序：降序" },
      { field: "到账时间", before: "", after: "2026-03-02 00:30:05" },
    ]);
  });

  test("names records instead of their ids, of its parts too, and leaves out ids without a name", async () => {
    const company = await (await createDataFactory(ctx)).createCompany({ name: "名称科技" });
    const { operator, admin } = ctx.staff;
    const before = { managerId: admin.id, sessionId: "35621" };
    const after = { managerId: operator.id, companyIds: [company.id], lines: [{ companyId: company.id }] };
    await insertRow({ entityId: "7004", before, after });
    const [row] = (await getList({ entityId: "7004" })).list;
    expect(row?.digest).toContain(`客户经理：${admin.name} → ${operator.name}`);
    expect(row?.digest).toContain("企业：名称科技");
    expect(row?.digest).not.toMatch(/\d{5,}|会话/);
    await insertRow({ entityId: "7005", after: { managerId: operator.id, managerName: "王建国" } });
    expect((await getList({ entityId: "7005" })).list[0]?.digest).toBe("客户经理：王建国");
  });

  test("shows a removed value as empty", async () => {
    await insertRow({ entityId: "7003", before: { remark: "旧" }, after: { remark: "" } });
    expect((await getList({ entityId: "7003" })).list[0]?.digest).toBe("备注：旧 → （空）");
  });

  test("that does not exist is refused with a message", async () => {
    const { body } = await injectCall(
      ctx.app,
      auditCalls.auditOne,
      { params: { id: "1" } },
      await loginAsAdmin(),
    );
    expect(body).toMatchObject({ state: -1, message: "操作日志不存在或已删除" });
  });
});

describe("The audit trail can be searched", () => {
  beforeAll(async () => {
    await insertRow({
      entityId: "7100",
      at: new Date("2026-01-05T00:00:00.000Z"),
      after: { name: "百分%之" },
    });
    await insertRow({ entityId: "7100", address: "10.9.8.7", staffId: "77", staffName: "赵某" });
    await insertRow({ entityId: "7100", call: "housekeeping", summary: "到期自动取消", staffId: null });
    await insertRow({ entityId: "7100", after: { failed: "试" }, entity: "staff" });
  });
  test.each<[string, object, number]>([
    ["the object's id", {}, 4],
    ["the user's id", { staffId: "77" }, 1],
    ["the action", { action: "companyFrozen" }, 3],
    ["the platform's own actions", { action: "housekeeping" }, 1],
    ["an unknown action", { action: "nothing" }, 0],
    ["the entity", { entity: "staff" }, 1],
    ["failure", { result: "failure" }, 1],
    ["success", { result: "success" }, 3],
    ["a part of the address", { address: "9.8" }, 1],
    ["a time range", { to: "2026-01-05T00:00:00.000Z" }, 1],
    ["a literal part of the change", { keyword: "百分%" }, 1],
    ["the user's name", { keyword: "赵某" }, 1],
    ["a keyword without a match", { keyword: "百%之" }, 0],
  ])("by %s", async (_what, filters, finds) => {
    expect((await getList({ entityId: "7100", ...filters })).total).toBe(finds);
  });

  test("newest first, or sorted by a column", async () => {
    const times = (await getList()).list.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const { list } = await getList({ entityId: "7100", sort: { field: "staffName", order: "asc" } });
    expect(list.map(({ staffName }) => staffName)).toContain("赵某");
  });

  test("by actions, and the dictionary has a Chinese name for each audited call", async () => {
    const args = { params: { key: "audit_action" } };
    const { data } = (await injectCall(ctx.app, dictionaryCalls.sysDictQuery, args, await loginAsAdmin()))
      .body;
    const labels = new Map((data as { value: string; label: string }[]).map((one) => [one.value, one.label]));
    const audited = Object.entries<Endpoint>(contract).filter(
      ([, { audit, hasPhoneSearch }]) => audit !== undefined || hasPhoneSearch,
    );
    // Besides them the end of a session, a search over everything, and the opening of a screen's link.
    expect(labels.size).toBe(audited.length + 3);
    expect(labels.get("wallSignIn")).toBe("打开大屏链接");
    expect(labels.get("graphqlSearch")).toBe("按手机号查询全部记录");
    for (const [name] of audited)
      expect([name, labels.get(name)]).toEqual([name, expect.stringMatching(/\p{Script=Han}/u)]);
    expect(labels.get("companyFrozen")).toBe("冻结或解冻企业");
    expect(labels.get("sessionEnd")).toBe("强制下线");
    expect(labels.get("userPageList")).toBe("按手机号查询企业用户列表");
    expect(labels.has("orderPageList")).toBe(false);
  });
});

describe("An export of the audit trail", () => {
  test("has the matching rows with labels on both sides, without its own row, which is written", async () => {
    await insertRow({
      entityId: "7200",
      before: { status: "normal", phone: "13812345678" },
      after: { status: "frozen", phone: "" },
    });
    const { admin, operator } = ctx.staff;
    await insertRow({
      entityId: "7201",
      before: { managerId: admin.id },
      after: { managerId: operator.id },
    });
    const before = await ctx.db.$count(auditLog);
    const response = await ctx.app.inject({
      method: "POST",
      url: toUrl(auditCalls.auditExport, {}),
      headers: await loginAsAdmin(),
      payload: {},
    });
    const { sheets } = await readXlsx(response.rawPayload);
    const [header = [], ...rows] = sheets[0]?.rows ?? [];
    expect([sheets[0]?.name, rows.length]).toEqual(["操作日志", before]);
    expect(response.headers["x-export-rows"]).toBe(String(before));
    const row = rows.find((one) => one[header.indexOf("对象编号")] === "7200") ?? [];
    const cell = (title: string) => row[header.indexOf(title)];
    expect([cell("操作"), cell("操作人"), cell("对象"), cell("结果")]).toEqual([
      "冻结企业",
      "运营乙",
      "企业",
      "成功",
    ]);
    expect([cell("变更前"), cell("变更后")]).toEqual(["联系电话：138****5678\n状态：正常", "状态：已冻结"]);
    const named = rows.find((one) => one[header.indexOf("对象编号")] === "7201") ?? [];
    expect(["内容", "变更前", "变更后"].map((title) => named[header.indexOf(title)])).toEqual([
      `客户经理：${admin.name} → ${operator.name}`,
      `客户经理：${admin.name}`,
      `客户经理：${operator.name}`,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/13812345678|company\/frozen/);
    const [own] = (await getList({ action: "auditExport" })).list;
    expect(own).toMatchObject({ action: "导出操作日志", entity: "auditTrail", digest: `行数：${before}` });
  });
});

describe("The audit trail cannot be changed", () => {
  test("by any call of the contract", () => {
    const own = Object.values<Endpoint>(contract).filter(({ path }) => /\/audit(\/|$)/.test(path));
    const paths = own.map(({ method, path }) => `${method} ${path}`).sort();
    expect(paths).toEqual([
      "GET /x/one/audit/:id",
      "POST /order/v3/financial/audit",
      "POST /x/audit/export",
      "POST /x/audit/list",
    ]);
  });

  test.each(["PUT", "DELETE", "PATCH"] as const)("by %s on the URL of a row", async (method) => {
    await insertRow({ entityId: "7300", after: { remark: "原样" } });
    const [row] = (await getList({ entityId: "7300" })).list;
    const url = `/wms/api/x/one/audit/${row?.id}`;
    const answer = await ctx.app.inject({
      method,
      url,
      headers: await loginAsAdmin(),
      payload: { summary: "改" },
    });
    expect(answer.statusCode).toBe(404);
    expect(await getDetail(row?.id ?? "")).toMatchObject({ action: "冻结或解冻企业", digest: "备注：原样" });
  });

  test.each([
    ["update", sql`update audit_log set summary = '改'`],
    ["delete", sql`delete from audit_log`],
    ["truncate", sql`truncate audit_log`],
  ])("by the database's %s", async (_what, statement) => {
    const before = await ctx.db.$count(auditLog);
    await expect((async () => ctx.db.execute(statement))()).rejects.toMatchObject({
      cause: { message: expect.stringContaining("audit_log takes new rows only") },
    });
    expect(await ctx.db.$count(auditLog)).toBe(before);
    expect((await getList({ keyword: "改" })).total).toBe(0);
  });
});

test("every audited call's row is in Chinese, without raw names of fields or values", async () => {
  await using own = await createOwnPlatform();
  const sampleContext = createSampleContext(own.ctx);
  // Cast: a loop over all calls knows each only as some call.
  const samples = allSamples as unknown as Readonly<Record<string, Sample<Endpoint> | undefined>>;
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const sample = endpoint.audit ? samples[name] : undefined;
    if (!sample) continue;
    const headers = await openSession(own.ctx.platform, own.ctx.staff[sample.role].id);
    await injectUntyped(own.ctx.app, endpoint, await sample.args(sampleContext), headers);
  }
  const rows = await own.ctx.db.select().from(auditLog);
  expect(new Set(rows.map(({ call }) => call)).size).toBeGreaterThan(40);
  // No row has an unmasked phone, because the trail's keyword search would find parts of it.
  const unmasked = rows.filter(({ before, after }) =>
    /(?<!\d)1[3-9]\d{9}(?!\d)/.test(JSON.stringify([before, after])),
  );
  expect(unmasked).toEqual([]);
  const headers = await openSession(own.ctx.platform, own.ctx.staff.admin.id);
  for (const { id, call } of rows) {
    const { body } = await injectCall(own.ctx.app, auditCalls.auditOne, { params: { id } }, headers);
    const { action, entity, changes } = body.data as AuditRecord;
    const raw = changes.filter(
      ({ field, before, after }) =>
        `${field}${before}${after}`.includes("其他信息") ||
        [before, after].some((text) => untranslatedWord.test(text)),
    );
    expect({ call, raw }).toEqual({ call, raw: [] });
    expect([call, action]).toEqual([call, expect.stringMatching(/\p{Script=Han}/u)]);
    expect(entity).not.toBe("");
  }
}, 60_000);

/** A dictionary value without a label, alone or after a field's name. */
const untranslatedWord = /(^|：)[a-z]+[A-Za-z]*($|，|；)/;

async function createOwnPlatform() {
  const ctx = await createTestPlatform({ seedDemoData: true });
  return { ctx, [Symbol.asyncDispose]: () => ctx.close() };
}
