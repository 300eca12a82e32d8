import { afterAll, expect, test } from "vitest";
import { searchQuery } from "../../../adapters/contract/graphql/search.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { type ConsoleRole, createTestPlatform } from "../../helpers/testPlatform.ts";
import { postGraphql, search } from "./askGraphql.ts";
import { insertOneOfEach, phones } from "./oneOfEach.ts";

const ctx = await createTestPlatform();
const records = await insertOneOfEach(ctx);
afterAll(() => ctx.close());

const company = "北京天翼飞行科技有限公司";
const asAdmin = async (text: string) => search(ctx, await ctx.loginAs("admin"), text);

test.each([
  ["DD20260302000007", { order: ["DD20260302000007"] }],
  ["dd20260302", { order: ["DD20260302000007"] }],
  ["HT-2026-88", { order: ["DD20260302000007"] }],
  ["BK778899001", { payment: ["BK778899001"] }],
  ["zf20260302000003", { payment: ["BK778899001"] }],
  ["91110108MA01INVO3X", { invoice: ["天翼开票抬头"] }],
  ["RW20260302000009", { task: ["永定河河道巡检"], flight: ["RW20260302000009"] }],
  ["1581F6Q8D9", { task: ["永定河河道巡检"], flight: ["RW20260302000009"], drone: ["巡检一号机"] }],
  ["UAS00012345", { drone: ["巡检一号机"] }],
  ["02:AC:00:00:12:34", { box: ["永定河云盒"] }],
  ["02-ac-00-00-12-34", { box: ["永定河云盒"] }],
  ["02ac00001234", { box: ["永定河云盒"] }],
  ["BX-900017", { box: ["永定河云盒"] }],
  ["HG-77001", { hangar: ["永定河机场"] }],
  ["三", { user: ["张三丰"] }],
  ["三丰", { user: ["张三丰"] }],
  ["张三丰", { user: ["张三丰"] }],
  ["zsf", { user: ["张三丰"] }],
  ["zs", { user: ["张三丰"] }],
  ["zhangsan", { user: ["张三丰"] }],
  ["Zhang San Feng", { user: ["张三丰"] }],
  ["bjty", { company: [company] }],
  ["tianyifeixing", { company: [company] }],
  ["机场", { hangar: ["永定河机场"] }],
  ["号机", { drone: ["巡检一号机"] }],
  [
    "永定",
    { task: ["永定河河道巡检"], flight: ["RW20260302000009"], box: ["永定河云盒"], hangar: ["永定河机场"] },
  ],
  [phones.user, { user: ["张三丰"] }],
  [" 159 5948 6137 ", { user: ["张三丰"] }],
  ["6137", { user: ["张三丰"] }],
  [phones.company, { company: [company] }],
  [phones.pilot, { task: ["永定河河道巡检"] }],
  // Parts of a phone, wildcards and a pair of digits find nothing.
  ["5948613", {}],
  ["%%%", {}],
  ["张_丰", {}],
  ["17", {}],
  ["三张", {}],
])("%s finds %o", async (text, expected) => {
  expect(await asAdmin(text)).toEqual(expected);
});

test.each<[ConsoleRole, string[]]>([
  ["admin", ["company", "order", "payment", "invoice", "task", "flight"]],
  ["operator", ["company", "order", "payment", "invoice", "task", "flight"]],
  ["finance", ["company", "order", "payment", "invoice"]],
  ["maintainer", ["task", "flight"]],
  ["duty", ["task", "flight"]],
])("%s finds by a company's name what the role's lists show", async (role, kinds) => {
  expect(Object.keys(await search(ctx, await ctx.loginAs(role), "天翼"))).toEqual(kinds);
});

test.each<[ConsoleRole, string[]]>([
  ["admin", ["task", "flight", "box", "hangar"]],
  ["operator", ["task", "flight", "box", "hangar"]],
  ["finance", []],
  ["maintainer", ["task", "flight", "box", "hangar"]],
  ["duty", ["task", "flight", "box", "hangar"]],
])("%s finds devices by their names only with their pages", async (role, kinds) => {
  expect(Object.keys(await search(ctx, await ctx.loginAs(role), "永定河"))).toEqual(kinds);
});

test("A hit has its kind and its target, and masks phones", async () => {
  const ask = async (text: string) => {
    const { body } = await postGraphql(
      ctx,
      { query: searchQuery.document, variables: { text, limit: 5 } },
      await ctx.loginAs("finance"),
    );
    return body.data.search.groups;
  };
  const at = "2026-03-02T02:00:00.000Z";
  const { ids } = records;
  expect(await ask("BK778899001")).toEqual([
    {
      kind: "payment",
      hasMore: false,
      hits: [
        {
          kind: "payment",
          id: ids.payment,
          title: "BK778899001",
          subtitle: `${company} · DD20260302000007`,
          status: "confirmed",
          amountFen: 100_000,
          paidFen: null,
          redFen: null,
          at,
          companyId: ids.company,
          parentId: ids.order,
          match: "exact",
        },
      ],
    },
  ]);
  expect((await ask(phones.user))[0].hits).toEqual([
    {
      kind: "user",
      id: ids.user,
      title: "张三丰",
      subtitle: `${company} · 159****6137`,
      status: "normal",
      amountFen: null,
      paidFen: null,
      redFen: null,
      at,
      companyId: ids.company,
      parentId: null,
      match: "other",
    },
  ]);
  // Decides whether it is shown as 部分付款.
  expect((await ask("DD20260302000007"))[0].hits[0]).toMatchObject({ status: "pending", paidFen: 100_000 });
});

test("Exact names come first, then those that begin with the text, then others, each newest first", async () => {
  const later = (minutes: number) => ({ createdAt: new Date(ctx.clock.now().getTime() + minutes * 60_000) });
  const names: [string, number][] = [
    ["王云鹤堂", 1],
    ["云鹤", 2],
    ["小云鹤", 3],
    ["云鹤楼", 4],
    ["云鹤亭", 5],
  ];
  for (const [name, minutes] of names)
    await records.factory.createUser(records.ids.company, { name, search: name, ...later(minutes) });
  // More newer ones than are compared: the exact one is found by its name.
  for (let turn = 0; turn < 60; turn += 1)
    await records.factory.createUser(records.ids.company, {
      name: `老云鹤${turn}`,
      search: `老云鹤${turn}`,
      ...later(10 + turn),
    });
  const admin = await ctx.loginAs("admin");
  expect((await search(ctx, admin, "云鹤", 5))["user"]).toEqual([
    "云鹤",
    "云鹤亭",
    "云鹤楼",
    "老云鹤59",
    "老云鹤58",
  ]);
  const { body } = await postGraphql(
    ctx,
    { query: searchQuery.document, variables: { text: "云鹤", limit: 5 } },
    admin,
  );
  expect(body.data.search.groups[0].hasMore).toBe(true);
});

test("A search by phone is audited once an hour, with a masked number; one by name is not", async () => {
  const { db } = ctx;
  const readRows = async () =>
    (await db.select().from(auditLog)).filter(({ call }) => call === "POST /graphql");
  const before = (await readRows()).length;
  const duty = await ctx.loginAs("duty");
  await search(ctx, duty, phones.pilot);
  await search(ctx, duty, phones.pilot);
  await search(ctx, duty, "永定河");
  const added = (await readRows()).slice(before);
  expect(added).toMatchObject([
    {
      staffName: "值班戊",
      summary: "按手机号查询全部记录",
      entity: "personalData",
      after: { keyword: "159****2793", count: 1 },
    },
  ]);
});

test("Searches by phone beyond the limit are refused until the hour has passed", async () => {
  const limited = await createTestPlatform({ env: { PHONE_SEARCH_LIMIT: "1" } });
  try {
    const headers = await limited.loginAs("operator");
    const ask = (text: string) =>
      postGraphql(limited, { query: searchQuery.document, variables: { text, limit: 5 } }, headers);
    expect((await ask("13700000001")).status).toBe(200);
    const refused = await ask("13700000002");
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("3600");
    expect(refused.body.errors[0].message).toBe("按手机号查询次数已用完，请 60 分钟后再试");
    expect(refused.body).not.toHaveProperty("data");
  } finally {
    await limited.close();
  }
});
