import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type AuditRecord, type AuditRow, auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type InvoiceProfile, orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { injectCall, injectUntyped } from "../../helpers/injectCall.ts";
import type { RequestHeaders } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { setupInvoices } from "../fixtures/setupFixtures.ts";
import { unwrapData } from "../order/orderFixture.ts";

const { ctx, fixture, operator, finance } = await setupInvoices();
const factory = await createDataFactory(ctx);
afterAll(() => ctx.close());

const buyer = {
  type: "special",
  title: "晴川低空科技有限公司",
  taxNo: "914403001234567",
  email: "caiwu@example.com",
  bankAccount: "招商银行深圳分行 7559 0001",
  address: "深圳市南山区科技路 1 号 0755-8600",
} as const;

let requestCount = 0;
const save = (headers: RequestHeaders, body: Readonly<Record<string, unknown>>) =>
  injectUntyped(
    ctx.app,
    orderInvoiceCalls.invoiceProfileSave,
    { body: { ...buyer, requestId: `profile-${++requestCount}`, ...body } },
    headers,
  );
const read = async (id: string) =>
  unwrapData<InvoiceProfile | null>(
    await injectCall(ctx.app, orderInvoiceCalls.invoiceProfile, { params: { id } }, finance),
  );
const createCompany = async () => (await factory.createCompany()).id;
const countAudits = (id: string) =>
  ctx.db.$count(auditLog, and(eq(auditLog.entityId, id), eq(auditLog.entity, "invoiceProfile")));

describe("the buyer of a company", () => {
  test("is written before the first application, and corrected later", async () => {
    const id = await createCompany();
    expect(await read(id)).toBeNull();
    expect(unwrapData(await save(operator, { id }))).toEqual({ id, version: 1 });
    expect(await read(id)).toEqual({ id, version: 1, ...buyer });
    const corrected = { title: "晴川低空科技（深圳）有限公司", email: "" };
    expect(unwrapData(await save(operator, { id, version: 1, ...corrected }))).toEqual({ id, version: 2 });
    expect(await read(id)).toEqual({ id, version: 2, ...buyer, ...corrected });
  });

  test("keeps what an edit leaves out", async () => {
    const id = await createCompany();
    unwrapData(await save(operator, { id }));
    unwrapData(await save(operator, { id, version: 1, bankAccount: undefined, address: undefined }));
    expect(await read(id)).toEqual({ id, version: 2, ...buyer });
  });

  test("is edited by exactly one of two operators; the other gets what was saved", async () => {
    const id = await createCompany();
    const admin = await ctx.loginAs("admin");
    for (const version of [undefined, 1]) {
      const answers = await Promise.all([
        save(operator, { id, version, title: "甲填写的抬头" }),
        save(admin, { id, version, title: "乙填写的抬头" }),
      ]);
      expect(answers.map(({ body }) => body.state).toSorted((a, b) => a - b)).toEqual([-5, 0]);
      const lost = answers.find(({ body }) => body.state === -5);
      expect(lost?.body.message).toBe("该记录已被他人修改，请核对后重新保存");
      expect(lost?.body.data).toEqual(await read(id));
    }
    expect(await read(id)).toMatchObject({ version: 2 });
    expect(await countAudits(id)).toBe(2);
  });

  test("is not saved over an application that was made meanwhile", async () => {
    const { companyId: id } = fixture;
    const before = await read(id);
    unwrapData(await fixture.apply(operator, [(await fixture.createOrder()).id]));
    const { body } = await save(operator, { id, version: before?.version });
    expect([body.state, body.data]).toMatchObject([-5, { id, title: fixture.buyer.title }]);
    expect((await read(id))?.title).toBe(fixture.buyer.title);
  });

  test("is saved once for one requestId", async () => {
    const id = await createCompany();
    const body = { id, requestId: "profile-same-request" };
    const first = unwrapData(await save(operator, body));
    expect(unwrapData(await save(operator, body))).toEqual(first);
    expect(await read(id)).toMatchObject({ version: 1 });
    expect(await countAudits(id)).toBe(1);
  });

  test("is what the next application replaces", async () => {
    const { companyId: id } = fixture;
    const version = (await read(id))?.version;
    const saved = unwrapData<{ version: number }>(await save(operator, { id, version }));
    unwrapData(await fixture.apply(operator, [(await fixture.createOrder()).id]));
    expect(await read(id)).toMatchObject({ version: saved.version + 1, title: fixture.buyer.title });
  });

  test.each([
    [{ taxNo: "" }, "taxNo", "请输入税号"],
    [{ taxNo: "123" }, "taxNo", "税号不正确，应为 18 位统一社会信用代码，或 15、20 位纳税人识别号"],
    [{ title: "" }, "title", "至少 2 个字"],
    [{ email: "caiwu" }, "email", "请输入正确的邮箱"],
    [{ bankAccount: "1".repeat(101) }, "bankAccount", "最多 100 个字"],
  ])("is refused with %j", async (fields, path, message) => {
    const id = await createCompany();
    const { status, body } = await save(operator, { id, ...fields });
    expect([status, body.data]).toEqual([400, { issues: [{ path, message }] }]);
    expect(await read(id)).toBeNull();
  });

  test("is neither that of an unknown company nor edited by finance, who reads it", async () => {
    const unknown = await save(operator, { id: "999999999999999999" });
    expect([unknown.body.state, unknown.body.message]).toEqual([-1, "企业不存在或已删除"]);
    const id = await createCompany();
    expect((await save(finance, { id })).body.state).toBe(-3);
    expect(await read(id)).toBeNull();
  });

  test("has its changes in the audit trail, in words", async () => {
    const company = await factory.createCompany();
    const { id } = company;
    unwrapData(await save(operator, { id }));
    unwrapData(await save(operator, { id, version: 1, type: "normal", address: "" }));
    const admin = await ctx.loginAs("admin");
    const filters = { pageNo: 1, pageSize: 20, entity: "invoiceProfile", entityId: id } as const;
    const { list } = unwrapData<{ list: AuditRow[] }>(
      await injectCall(ctx.app, auditCalls.auditList, { body: filters }, admin),
    );
    const object = `企业开票信息 ${company.name}`;
    expect(list.map((row) => [row.act, row.object])).toEqual([
      ["编辑开票信息", object],
      ["编辑开票信息", object],
    ]);
    const { changes } = unwrapData<AuditRecord>(
      await injectCall(ctx.app, auditCalls.auditOne, { params: { id: list[0]?.id ?? "" } }, admin),
    );
    expect(changes).toEqual([
      { field: "发票类型", before: "专用发票", after: "普通发票" },
      { field: "地址、电话", before: buyer.address, after: "" },
    ]);
  });
});

test("Who may edit a company may edit its buyer: the list of companies offers both alike", () => {
  expect(orderInvoiceCalls.invoiceProfileSave.access).toEqual(["admin", "operator"]);
  expect(companyCalls.companyUpdate.access).toEqual(["admin", "operator"]);
});
