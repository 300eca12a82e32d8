import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { verifyPassword } from "../../../server/auth/passwordHash.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { users } from "../../../server/db/schema/user.ts";
import { md5 } from "../../helpers/testPlatform.ts";
import { readCompany } from "../fixtures/readRecords.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

const transferUser = async (userId: string, destCid: string) =>
  (await ctx.callAs("operator", managementCalls.changeCompany, { params: { userId, destCid } })).body;
const getUser = async (id: string) => (await ctx.db.select().from(users).where(eq(users.id, id)))[0];
const nextRequestId = () => `user-act-${factory.nextPhone()}`;

describe("moving a user", () => {
  test("updates the user's company and both counts", async () => {
    const [from, to] = [
      await factory.createCompany({ userCount: 2 }),
      await factory.createCompany({ name: "目的地航空", userCount: 1 }),
    ];
    const { id } = await factory.createUser(from.id);
    expect(await transferUser(id, to.id)).toMatchObject({ state: 0, data: { id, version: 2 } });
    expect(await getUser(id)).toMatchObject({ companyId: to.id, companyName: "目的地航空" });
    expect((await readCompany(ctx.db, from.id))?.userCount).toBe(1);
    expect((await readCompany(ctx.db, to.id))?.userCount).toBe(2);
  });

  test("is refused for the last owner, and succeeds for one of two", async () => {
    const [from, to] = [await factory.createCompany({ userCount: 2 }), await factory.createCompany()];
    const first = await factory.createUser(from.id, { role: "owner" });
    const second = await factory.createUser(from.id, { role: "owner" });
    await ctx.db
      .update(companies)
      .set({ accountUserId: first.id, accountPhone: first.phoneNumber })
      .where(eq(companies.id, from.id));
    const responses = await Promise.all([transferUser(first.id, to.id), transferUser(second.id, to.id)]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-1, 0]);
    expect(responses.find(({ state }) => state === -1)?.message).toBe(
      "该用户是企业唯一的负责人，请先为企业指定其他负责人",
    );
    const [stayed] = await ctx.db.select().from(users).where(eq(users.companyId, from.id));
    expect(await readCompany(ctx.db, from.id)).toMatchObject({
      userCount: 1,
      accountUserId: stayed?.id,
      accountPhone: stayed?.phoneNumber,
    });
  });

  test("in both directions concurrently does not deadlock", async () => {
    const [left, right] = [
      await factory.createCompany({ userCount: 1 }),
      await factory.createCompany({ userCount: 1 }),
    ];
    const [one, other] = [await factory.createUser(left.id), await factory.createUser(right.id)];
    const responses = await Promise.all([transferUser(one.id, right.id), transferUser(other.id, left.id)]);
    expect(responses.map(({ state }) => state)).toEqual([0, 0]);
    expect((await readCompany(ctx.db, left.id))?.userCount).toBe(1);
    expect((await readCompany(ctx.db, right.id))?.userCount).toBe(1);
  });

  test("is refused to the same, a frozen or an unknown company, and for an unknown user", async () => {
    const [own, frozen] = [await factory.createCompany(), await factory.createCompany({ status: "frozen" })];
    const { id } = await factory.createUser(own.id);
    expect((await transferUser(id, own.id)).message).toBe("该用户已在所选企业，无需变更");
    expect((await transferUser(id, frozen.id)).message).toBe("目标企业已冻结，请先解冻");
    expect((await transferUser(id, "77")).message).toBe("目标企业不存在或已删除");
    expect((await transferUser("77", own.id)).message).toBe("用户不存在或已删除");
  });
});

describe("a user", () => {
  test("is frozen with a reason by one of two concurrent operators", async () => {
    const { id } = await factory.createUser((await factory.createCompany()).id);
    const freeze = async () => {
      const body = { id, version: 1, to: "frozen" as const, reason: "人员离职", requestId: nextRequestId() };
      return (await ctx.callAs("operator", userCalls.userStatus, { body })).body;
    };
    const responses = await Promise.all([freeze(), freeze()]);
    expect(responses.map(({ state }) => state).sort()).toEqual([-5, 0]);
    expect(await getUser(id)).toMatchObject({ status: "frozen", freezeReason: "人员离职", version: 2 });
  });

  test("gets a new initial password, which is shown once", async () => {
    const { id } = await factory.createUser((await factory.createCompany()).id, { mustChange: false });
    const body = { id, version: 1, requestId: nextRequestId() };
    const reset = async () => (await ctx.callAs("operator", userCalls.userReset, { body })).body;
    const { initialPassword } = (await reset()).data as { initialPassword: string };
    const record = await getUser(id);
    expect(record?.mustChange).toBe(true);
    expect(await verifyPassword(record?.passwordHash ?? "", md5(initialPassword))).toBe(true);
    expect((await reset()).data).toEqual({ id, version: 2, initialPassword: null });
  });

  test("is listed among the company's users with a masked phone", async () => {
    const { id } = await factory.createCompany();
    await factory.createUser(id, { name: "李四", phoneNumber: "18700001111" });
    const response = await ctx.callAs("finance", companyCalls.companyChildUsers, { params: { id } });
    expect(response.body.data).toMatchObject([{ name: "李四", phoneNumber: "187****1111", role: "pilot" }]);
  });

  test("is found by name or phone, and by company, role and status", async () => {
    const { id } = await factory.createCompany();
    await factory.createUser(id, {
      name: "可寻之人",
      phoneNumber: "18700002222",
      role: "viewer",
      status: "frozen",
    });
    const list = async (body: object) => {
      const args = { body: { pageNo: 1, pageSize: 20, ...body } };
      const response = await ctx.callAs("finance", userCalls.userPageList, args);
      return (response.body.data as { list: { name: string }[] }).list.map(({ name }) => name);
    };
    for (const body of [
      { keyword: "可寻" },
      { keyword: "18700002222" },
      { companyId: id, role: "viewer", status: "frozen" },
    ])
      expect(await list(body)).toEqual(["可寻之人"]);
    expect(await list({ companyId: id, role: "owner" })).toEqual([]);
  });
});

test("the company picker searches by name and pinyin and resolves ids to names", async () => {
  const one = await factory.createCompany({ name: "待选企业甲", status: "frozen" });
  const args = { body: { pageNo: 1, pageSize: 10, keyword: "待选" } };
  const picked = await ctx.callAs("duty", managementCalls.pageListCompany, args);
  expect(picked.body.data).toMatchObject({
    list: [{ id: one.id, name: "待选企业甲", status: "frozen" }],
    total: 1,
  });
  const pick = async (keyword: string) => {
    const body = { pageNo: 1, pageSize: 10, keyword };
    const found = await ctx.callAs("duty", managementCalls.pageListCompany, { body });
    return (found.body.data as { list: { name: string }[] }).list.map(({ name }) => name);
  };
  // 待选企业甲 is dai xuan qi ye jia.
  for (const keyword of ["daixuan", "xuanqi", "dxqyj", "xqy", "dx", "Dai Xuan"])
    expect({ keyword, names: await pick(keyword) }).toEqual({ keyword, names: ["待选企业甲"] });
  for (const keyword of ["daiqi", "xq", "qdx"])
    expect({ keyword, names: await pick(keyword) }).toEqual({ keyword, names: [] });
  const ids = { body: { ids: [one.id, "77"] } };
  const named = await ctx.callAs("duty", managementCalls.queryCompanynames, ids);
  expect(named.body.data).toEqual([{ id: one.id, name: "待选企业甲" }]);
});
