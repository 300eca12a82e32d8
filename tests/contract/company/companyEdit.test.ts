import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { verifyPassword } from "../../../server/auth/passwordHash.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { channelCodes } from "../../../server/db/schema/channelCode.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { requests } from "../../../server/db/schema/requests.ts";
import { users } from "../../../server/db/schema/user.ts";
import { md5 } from "../../helpers/testPlatform.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

let requestCount = 0;
const requestId = () => `company-edit-${++requestCount}`;
const createCompanyBody = (fields: object = {}) => ({
  name: `云鹰测绘第${++requestCount}有限公司`,
  shortName: "云鹰",
  creditCode: factory.nextCreditCode(),
  type: "enterprise" as const,
  level: "A" as const,
  contact: "王芳",
  phone: factory.nextPhone(),
  regionId: "320583",
  address: "前进路 8 号",
  managerId: ctx.staff.operator.id,
  account: { name: "赵六", phoneNumber: factory.nextPhone() },
  requestId: requestId(),
  ...fields,
});
const create = async (fields: object = {}) =>
  (await ctx.callAs("operator", companyCalls.companyCreate, { body: createCompanyBody(fields) })).body;
const update = async (body: { id: string; version: number } & Record<string, unknown>) =>
  (await ctx.callAs("operator", companyCalls.companyUpdate, { body: { requestId: requestId(), ...body } }))
    .body;
const freeze = async (id: string, query: object = {}) =>
  (await ctx.callAs("operator", companyCalls.companyFrozen, { params: { id }, query })).body;
const getStored = async (id: string) => {
  const [record] = await ctx.db.select().from(companies).where(eq(companies.id, id));
  if (!record) throw new Error("No such company");
  return record;
};
const lastAudit = async (id: string) => {
  const rows = await ctx.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.id);
  return rows.at(-1);
};

describe("creating a company", () => {
  test("creates its owner and shows the initial password once", async () => {
    const body = createCompanyBody();
    const sendCreate = async () => ctx.callAs("operator", companyCalls.companyCreate, { body });
    const first = (await sendCreate()).body;
    const { id, initialPassword } = first.data as { id: string; initialPassword: string };
    expect(initialPassword).toMatch(/^([A-Z][a-z][2-9][a-z]-?){3}$/);
    const record = await getStored(id);
    expect(record).toMatchObject({ regionName: "江苏省苏州市昆山市", managerName: "运营乙", userCount: 1 });
    const [owner] = await ctx.db.select().from(users).where(eq(users.companyId, id));
    expect(owner).toMatchObject({ id: record.accountUserId, role: "owner", name: "赵六", mustChange: true });
    expect(await verifyPassword(owner?.passwordHash ?? "", md5(initialPassword))).toBe(true);
    expect((await sendCreate()).body).toMatchObject({ state: 0, data: { id, initialPassword: null } });
    expect(await ctx.db.$count(users, eq(users.companyId, id))).toBe(1);
    const stored = JSON.stringify([
      await ctx.db.select().from(requests),
      await ctx.db.select().from(auditLog),
    ]);
    expect(stored).not.toContain(initialPassword);
    expect(stored).not.toContain(record.accountPhone);
  });

  test("uses a password that is sent", async () => {
    const password = md5("Chosen-pass-9");
    const { data } = await create({ account: { name: "钱七", phoneNumber: factory.nextPhone(), password } });
    expect(data).toMatchObject({ initialPassword: null });
    const [owner] = await ctx.db
      .select()
      .from(users)
      .where(eq(users.companyId, (data as { id: string }).id));
    expect(await verifyPassword(owner?.passwordHash ?? "", password)).toBe(true);
  });

  test("refuses an existing name, credit code or account, and names it", async () => {
    const known = createCompanyBody();
    expect((await create(known)).state).toBe(0);
    const before = await ctx.db.$count(companies);
    const { name, creditCode, account } = known;
    expect((await create({ name })).message).toBe("企业名称已存在，请核对后重新填写");
    expect((await create({ creditCode })).message).toBe("统一社会信用代码已存在，请核对后重新填写");
    expect((await create({ account })).message).toBe("登录账号的手机号已被其他用户使用");
    expect(await ctx.db.$count(companies)).toBe(before);
  });

  test("creates one of two concurrent companies with the same credit code", async () => {
    const creditCode = factory.nextCreditCode();
    const responses = await Promise.all([create({ creditCode }), create({ creditCode })]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-1, 0]);
    expect(await ctx.db.$count(companies, eq(companies.creditCode, creditCode))).toBe(1);
  });

  test("refuses an unknown region, manager or channel", async () => {
    expect((await create({ regionId: "999999" })).message).toBe("所选地区不存在，请重新选择");
    expect((await create({ regionId: "100000" })).message).toBe("所选地区不存在，请重新选择");
    expect((await create({ managerId: "77" })).message).toBe("客户经理不存在或已删除");
    expect((await create({ channelCodeId: "77" })).message).toBe("渠道不存在或已删除");
  });
});

describe("updating a company", () => {
  test("changes only the sent fields and audits only the difference", async () => {
    const company = await factory.createCompany({ phone: "18612340001", remark: "旧备注" });
    const response = await update({ id: company.id, version: 1, remark: "新备注", contact: "张三" });
    expect(response).toMatchObject({ state: 0, data: { id: company.id, version: 2 } });
    expect(await getStored(company.id)).toMatchObject({ phone: "18612340001", remark: "新备注", version: 2 });
    expect(await lastAudit(company.id)).toMatchObject({
      before: { remark: "旧备注" },
      after: { remark: "新备注" },
      staffName: "运营乙",
    });
  });

  test("masks a phone in the audit trail and finds the company by the new one", async () => {
    const company = await factory.createCompany({ phone: "18612340002" });
    await update({ id: company.id, version: 1, phone: "18999998888" });
    expect(await lastAudit(company.id)).toMatchObject({
      before: { phone: "186****0002" },
      after: { phone: "189****8888" },
    });
    const args = { body: { pageNo: 1, pageSize: 1, keyword: "18999998888" } };
    const found = await ctx.callAs("operator", companyCalls.companyPageList, args);
    expect(found.body.data).toMatchObject({ total: 1, list: [{ id: company.id, phone: "189****8888" }] });
  });

  test("passes the new name to its users and updates the counts of its channels", async () => {
    const channel = { contact: "李", phone: "13500000000", ratio: 5, search: "", nameOrder: "a" };
    const at = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() };
    await ctx.db.insert(channelCodes).values([
      { id: "501", name: "华东渠道", code: "QDTEST01", companyCount: 1, ...channel, ...at },
      { id: "502", name: "华南渠道", code: "QDTEST02", ...channel, ...at },
      { id: "503", name: "停用渠道", code: "QDTEST03", status: "off", ...channel, ...at },
    ]);
    const company = await factory.createCompany({ channelCodeId: "501", channelName: "华东渠道" });
    const user = await factory.createUser(company.id);
    await update({ id: company.id, version: 1, name: "改名后的航空有限公司", channelCodeId: "502" });
    const [renamed] = await ctx.db.select().from(users).where(eq(users.id, user.id));
    expect(renamed?.companyName).toBe("改名后的航空有限公司");
    const counts = await ctx.db.select().from(channelCodes).orderBy(channelCodes.id);
    expect(counts.map(({ companyCount }) => companyCount)).toEqual([0, 1, 0]);
    const refused = await update({ id: company.id, version: 2, channelCodeId: "503" });
    expect(refused.message).toBe("该渠道已停用，请选择其他渠道");
    await update({ id: company.id, version: 2, channelCodeId: "" });
    expect(await getStored(company.id)).toMatchObject({ channelCodeId: null, channelName: "" });
  });

  test("returns a conflict with the current record to the second of two concurrent edits", async () => {
    const { id } = await factory.createCompany();
    const responses = await Promise.all([
      update({ id, version: 1, remark: "甲" }),
      update({ id, version: 1, remark: "乙" }),
    ]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-5, 0]);
    const won = await getStored(id);
    const conflict = responses.find(({ state }) => state === -5);
    expect(conflict).toMatchObject({ data: { id, version: 2, remark: won.remark } });
    expect(conflict?.message).toMatch(/已被他人修改/);
  });

  test("refuses another company's name", async () => {
    const [one, other] = [await factory.createCompany(), await factory.createCompany()];
    const response = await update({ id: one.id, version: 1, name: other.name });
    expect(response).toMatchObject({ state: -1, message: "企业名称已存在，请核对后重新填写" });
    expect((await getStored(one.id)).version).toBe(1);
  });
});

describe("freezing a company", () => {
  test("toggles without parameters, as the specification demands", async () => {
    const { id } = await factory.createCompany();
    expect(await freeze(id)).toMatchObject({ state: 0, data: { id, version: 2, status: "frozen" } });
    expect(await freeze(id)).toMatchObject({ state: 0, data: { id, version: 3, status: "normal" } });
  });

  test("stores the reason, and clears it on unfreezing", async () => {
    const { id } = await factory.createCompany();
    await freeze(id, { to: "frozen", version: 1, reason: "欠费" });
    expect(await getStored(id)).toMatchObject({ status: "frozen", freezeReason: "欠费" });
    expect(await lastAudit(id)).toMatchObject({ after: { status: "frozen", freezeReason: "欠费" } });
    await freeze(id, { to: "normal", version: 2 });
    expect(await getStored(id)).toMatchObject({ status: "normal", freezeReason: "" });
  });

  test("is not undone by a second operator who freezes it concurrently", async () => {
    const { id } = await factory.createCompany();
    const responses = await Promise.all([
      freeze(id, { to: "frozen", version: 1, reason: "甲" }),
      freeze(id, { to: "frozen", version: 1, reason: "乙" }),
    ]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-5, 0]);
    const refused = await freeze(id, { to: "frozen" });
    expect(refused).toMatchObject({ state: -1, message: "企业当前状态为「已冻结」，无需重复操作" });
    expect(await getStored(id)).toMatchObject({ status: "frozen", version: 2 });
  });
});
