import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { managementCalls } from "../../adapters/contract/management.ts";
import { userCalls } from "../../adapters/contract/user.ts";
import { passwordMatches } from "../../server/auth/passwordHash.ts";
import { companies } from "../../server/db/schema/company.ts";
import { users } from "../../server/db/schema/user.ts";
import { md5, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";
import { type DataFactory, dataFactory } from "./dataFactory.ts";

let on: TestPlatform;
let make: DataFactory;
beforeAll(async () => {
  on = await testPlatform();
  make = await dataFactory(on);
});
afterAll(() => on.close());

const move = async (userId: string, destCid: string) =>
  (
    await send(
      on.app,
      managementCalls.changeCompany,
      { params: { userId, destCid } },
      await on.as("operator"),
    )
  ).body;
const company = async (id: string) => (await on.db.select().from(companies).where(eq(companies.id, id)))[0];
const user = async (id: string) => (await on.db.select().from(users).where(eq(users.id, id)))[0];
const nextRequest = () => `user-act-${make.phone()}`;

describe("moving a user", () => {
  test("takes them along with name and counts", async () => {
    const [from, to] = [
      await make.company({ userCount: 2 }),
      await make.company({ name: "目的地航空", userCount: 1 }),
    ];
    const { id } = await make.user(from.id);
    expect(await move(id, to.id)).toMatchObject({ state: 0, data: { id, version: 2 } });
    expect(await user(id)).toMatchObject({ companyId: to.id, companyName: "目的地航空" });
    expect((await company(from.id))?.userCount).toBe(1);
    expect((await company(to.id))?.userCount).toBe(2);
  });

  test("keeps the last owner where they are, and lets one of two go", async () => {
    const [from, to] = [await make.company({ userCount: 2 }), await make.company()];
    const first = await make.user(from.id, { role: "owner" });
    const second = await make.user(from.id, { role: "owner" });
    await on.db
      .update(companies)
      .set({ accountUserId: first.id, accountPhone: first.phoneNumber })
      .where(eq(companies.id, from.id));
    const answers = await Promise.all([move(first.id, to.id), move(second.id, to.id)]);
    expect(answers.map(({ state }) => state).sort()).toEqual([-1, 0]);
    expect(answers.find(({ state }) => state === -1)?.message).toBe(
      "该用户是企业唯一的负责人，请先为企业指定其他负责人",
    );
    const [stayed] = await on.db.select().from(users).where(eq(users.companyId, from.id));
    expect(await company(from.id)).toMatchObject({
      userCount: 1,
      accountUserId: stayed?.id,
      accountPhone: stayed?.phoneNumber,
    });
  });

  test("crosswise at the same time does not lock up", async () => {
    const [left, right] = [await make.company({ userCount: 1 }), await make.company({ userCount: 1 })];
    const [one, other] = [await make.user(left.id), await make.user(right.id)];
    const answers = await Promise.all([move(one.id, right.id), move(other.id, left.id)]);
    expect(answers.map(({ state }) => state)).toEqual([0, 0]);
    expect((await company(left.id))?.userCount).toBe(1);
    expect((await company(right.id))?.userCount).toBe(1);
  });

  test("is refused to the same, a frozen and an unknown company, and for an unknown user", async () => {
    const [own, frozen] = [await make.company(), await make.company({ status: "frozen" })];
    const { id } = await make.user(own.id);
    expect((await move(id, own.id)).message).toBe("该用户已在所选企业，无需变更");
    expect((await move(id, frozen.id)).message).toBe("目标企业已冻结，请先解冻");
    expect((await move(id, "77")).message).toBe("目标企业不存在或已删除");
    expect((await move("77", own.id)).message).toBe("用户不存在或已删除");
  });
});

describe("a user", () => {
  test("is frozen with a reason by one of two operators", async () => {
    const { id } = await make.user((await make.company()).id);
    const freeze = async () => {
      const body = { id, version: 1, to: "frozen" as const, reason: "人员离职", requestId: nextRequest() };
      return (await send(on.app, userCalls.userStatus, { body }, await on.as("operator"))).body;
    };
    const answers = await Promise.all([freeze(), freeze()]);
    expect(answers.map(({ state }) => state).sort()).toEqual([-5, 0]);
    expect(await user(id)).toMatchObject({ status: "frozen", freezeReason: "人员离职", version: 2 });
  });

  test("gets a new first password that is shown once", async () => {
    const { id } = await make.user((await make.company()).id, { mustChange: false });
    const body = { id, version: 1, requestId: nextRequest() };
    const reset = async () =>
      (await send(on.app, userCalls.userReset, { body }, await on.as("operator"))).body;
    const { initialPassword } = (await reset()).data as { initialPassword: string };
    const record = await user(id);
    expect(record?.mustChange).toBe(true);
    expect(await passwordMatches(record?.passwordHash ?? "", md5(initialPassword))).toBe(true);
    expect((await reset()).data).toEqual({ id, version: 2, initialPassword: null });
  });

  test("shows among the company's users with a masked phone", async () => {
    const { id } = await make.company();
    await make.user(id, { name: "李四", phoneNumber: "18700001111" });
    const answer = await send(
      on.app,
      companyCalls.companyChildUsers,
      { params: { id } },
      await on.as("finance"),
    );
    expect(answer.body.data).toMatchObject([{ name: "李四", phoneNumber: "187****1111", role: "pilot" }]);
  });

  test("is found by name or phone, and by company, role and status", async () => {
    const { id } = await make.company();
    await make.user(id, { name: "可寻之人", phoneNumber: "18700002222", role: "viewer", status: "frozen" });
    const list = async (body: object) => {
      const asked = { body: { pageNo: 1, pageSize: 20, ...body } };
      const answer = await send(on.app, userCalls.userPageList, asked, await on.as("finance"));
      return (answer.body.data as { list: { name: string }[] }).list.map(({ name }) => name);
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

test("companies are picked by name and named by id", async () => {
  const one = await make.company({ name: "待选企业甲", status: "frozen" });
  const asked = { body: { pageNo: 1, pageSize: 10, keyword: "待选" } };
  const picked = await send(on.app, managementCalls.pageListCompany, asked, await on.as("duty"));
  expect(picked.body.data).toMatchObject({
    list: [{ id: one.id, name: "待选企业甲", status: "frozen" }],
    total: 1,
  });
  const ids = { body: { ids: [one.id, "77"] } };
  const named = await send(on.app, managementCalls.queryCompanynames, ids, await on.as("duty"));
  expect(named.body.data).toEqual([{ id: one.id, name: "待选企业甲" }]);
});
