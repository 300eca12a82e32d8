import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { dictionaryCalls } from "../../adapters/contract/dictionary.ts";
import { meCalls } from "../../adapters/contract/me.ts";
import { regionCalls } from "../../adapters/contract/region.ts";
import { revealCalls } from "../../adapters/contract/reveal.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { dictionaryEntries } from "../../server/db/schema/dictionary.ts";
import { memories } from "../../server/db/schema/memory.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import type { ConsoleRole } from "../helpers/testPlatform.ts";
import { setupData } from "./fixtures/setupFixtures.ts";

const { ctx, factory } = await setupData();
afterAll(() => ctx.close());

describe("the search for regions", () => {
  const search = async (text: string) => {
    const args = { query: { text } };
    const response = await ctx.callAs("duty", regionCalls.regionSearch, args);
    const found = response.body.data as { id: string; path: string[]; hasChildren: boolean }[];
    return found.map(({ path }) => path.join(" / "));
  };

  test.each(["杭州", "hangzhou"])("finds by %s the city and what lies in it", async (text) => {
    const found = await search(text);
    expect(found.slice(0, 3)).toEqual([
      "浙江省 / 杭州市",
      "浙江省 / 杭州市 / 上城区",
      "浙江省 / 杭州市 / 拱墅区",
    ]);
    // 10 districts, 2 counties and a city below it.
    expect(found).toHaveLength(14);
  });

  test("finds by initials all that have them, cities of that name before what lies in them", async () => {
    const found = await search("hz");
    expect(found).toEqual(expect.arrayContaining(["浙江省 / 杭州市", "浙江省 / 湖州市", "广东省 / 惠州市"]));
    expect(found.indexOf("广东省 / 惠州市")).toBeLessThan(found.indexOf("浙江省 / 杭州市 / 上城区"));
    expect(found).toHaveLength(50);
  });

  test("narrows by a second word, and finds a code", async () => {
    expect(await search("浙江 西湖")).toEqual(["浙江省 / 杭州市 / 西湖区"]);
    expect(await search("330106")).toEqual(["浙江省 / 杭州市 / 西湖区"]);
    expect(await search("没有这里")).toEqual([]);
  });
});

describe("the regions", () => {
  const listBelow = async (id: string) =>
    (await ctx.callAs("duty", regionCalls.regionList, { params: { id } })).body;

  test("have 34 provinces", async () => {
    const { data } = await listBelow("100000");
    expect(data).toHaveLength(34);
    expect((data as unknown[])[0]).toMatchObject({
      id: "110000",
      name: "北京市",
      level: "province",
      hasChildren: true,
    });
  });

  test.each([
    ["110000", 16, "东城区"],
    ["320500", 9, "虎丘区"],
    ["420000", 17, "武汉市"],
    ["460000", 19, "海口市"],
    ["500000", 38, "万州区"],
    ["650000", 26, "乌鲁木齐市"],
    ["710000", 20, "高雄市"],
    ["810000", 18, "中西区"],
  ])("have below %s %i, without levels that exist only in the code", async (id, count, first) => {
    const { data } = await listBelow(id);
    expect(data).toHaveLength(count);
    expect((data as unknown[])[0]).toMatchObject({ name: first });
  });

  test("have the center of a city, and end with counties", async () => {
    const cities = (await listBelow("440000")).data as {
      id: string;
      center: [number, number];
      hasChildren: boolean;
    }[];
    const shenzhen = cities.find(({ id }) => id === "440300");
    expect(shenzhen?.center[0]).toBeCloseTo(114.1, 0);
    expect(shenzhen?.center[1]).toBeCloseTo(22.6, 0);
    expect(cities.find(({ id }) => id === "441900")?.hasChildren).toBe(false);
    expect((await listBelow("441900")).data).toEqual([]);
    expect(await listBelow("999999")).toMatchObject({ state: -1, message: "地区不存在或已删除" });
  });
});

describe("a dictionary", () => {
  const query = async (key: string) =>
    (await ctx.callAs("duty", dictionaryCalls.sysDictQuery, { params: { key } })).body;

  test("is fixed by the contract, editable, or unknown", async () => {
    expect((await query("company_status")).data).toEqual([
      { value: "normal", label: "正常", color: "green", sort: 1 },
      { value: "frozen", label: "已冻结", color: "red", sort: 2 },
    ]);
    expect(((await query("freeze_reason")).data as unknown[])[0]).toEqual({
      value: "欠费",
      label: "欠费",
      sort: 1,
    });
    expect(await query("no_such_thing")).toMatchObject({ state: -1, message: "未知的数据字典" });
  });
});

describe("a user's stored preferences", () => {
  const key = { key: "draft.company.create" };
  const get = async (role: ConsoleRole) => (await ctx.callAs(role, meCalls.meGet, { params: key })).body;
  const put = async (role: ConsoleRole, value: unknown) =>
    (await ctx.callAs(role, meCalls.mePut, { params: key, body: { value } })).body;

  test("are private, accept any text, and can be deleted", async () => {
    const value = { name: "草稿 🚁 \u2028 'x'", nested: [null, 1.5] };
    await put("operator", { name: "旧" });
    await put("operator", value);
    expect((await get("operator")).data).toMatchObject({ value });
    expect((await get("finance")).data).toBeNull();
    await ctx.callAs("operator", meCalls.meDelete, { params: key });
    expect((await get("operator")).data).toBeNull();
  });

  test("contain no password, and at most 64 KB", async () => {
    const passwords = { password: "a", newPassword: "b", passwd: "c", oldPwd: "d", 新密码: "e" };
    await put("duty", { account: { name: "王", ...passwords }, rows: [{ confirmPassword: { typed: "f" } }] });
    expect((await get("duty")).data).toMatchObject({ value: { account: { name: "王" }, rows: [{}] } });
    const [stored] = await ctx.db.select().from(memories).where(eq(memories.staffId, ctx.staff.duty.id));
    expect(stored?.value).toBe('{"account":{"name":"王"},"rows":[{}]}');
    expect((await put("duty", "中".repeat(22_000))).message).toBe("保存的内容过大，最多 64 KB");
    expect((await put("duty", "中".repeat(21_000))).state).toBe(0);
  });

  test("are changed only if the previous value matches: of two concurrent tabs one gets a conflict", async () => {
    const change = async (value: unknown, was: unknown) =>
      (await ctx.callAs("finance", meCalls.mePut, { params: key, body: { value, was } })).body.state;
    let turn = 0;
    const race = async (was: unknown) => {
      turn += 1;
      const states = await Promise.all([
        change({ density: "loose", turn }, was),
        change({ columns: [{ b: 2, a: 1 }], turn }, was),
      ]);
      return states.sort();
    };
    const stored = async () => ((await get("finance")).data as { value: unknown }).value;
    // Null stands for no stored value.
    expect(await race(null)).toEqual([-5, 0]);
    expect(await race(await stored())).toEqual([-5, 0]);
    expect(await change({ density: "compact" }, { density: "never kept" })).toBe(-5);
    expect([
      { density: "loose", turn: 2 },
      { columns: [{ b: 2, a: 1 }], turn: 2 },
    ]).toContainEqual(await stored());
    expect(await change("anything", await stored())).toBe(0);
  });

  test("write no audit row", async () => {
    const before = await ctx.db.$count(auditLog);
    await put("operator", 1);
    expect(await ctx.db.$count(auditLog)).toBe(before);
  });
});

describe("revealing a number", () => {
  const reveal = async (role: "admin" | "operator", body: object) => {
    const args = { body: { field: "phoneNumber" as const, reason: "电话回访", ...body } as never };
    return (await ctx.callAs(role, revealCalls.reveal, args)).body;
  };

  test("returns it and audits the user and the reason, but not the number", async () => {
    const { id } = await factory.createCompany({ phone: "18612345678" });
    const response = await reveal("operator", { entity: "company", id, field: "phone" });
    expect(response.data).toEqual({ value: "18612345678" });
    const rows = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.at(-1)).toMatchObject({
      entityId: id,
      staffName: "运营乙",
      after: { entity: "company", field: "phone", reason: "电话回访" },
    });
    expect(JSON.stringify(rows)).not.toContain("18612345678");
  });

  test("is refused for a missing record or number, and for staff to everyone but admins", async () => {
    const { id } = await factory.createCompany();
    const staffId = ctx.staff.duty.id;
    expect((await reveal("operator", { entity: "company", id, field: "emergencyPhone" })).message).toBe(
      "该记录没有此号码",
    );
    expect((await reveal("operator", { entity: "user", id: "77" })).message).toBe("用户不存在或已删除");
    expect((await reveal("operator", { entity: "staff", id: staffId })).state).toBe(-3);
    expect((await reveal("admin", { entity: "staff", id: staffId })).data).toEqual({ value: "13911110005" });
  });
});

test("channels are listed with their ratio, and found by code", async () => {
  const at = { createdAt: ctx.clock.now(), updatedAt: ctx.clock.now() };
  await ctx.db.insert(channelCodes).values({
    id: "501",
    name: "华东渠道",
    nameOrder: "hua dong",
    code: "QDTEST01",
    contact: "李",
    phone: "13500000000",
    ratio: 12.25,
    commissionFen: 5,
    search: "华东渠道 qdtest01",
    ...at,
  });
  const args = { body: { pageNo: 1, pageSize: 20, keyword: "QDtest", status: "on" as const } };
  const response = await ctx.callAs("finance", channelCodeCalls.channelPageList, args);
  expect(response.body.data).toMatchObject({
    list: [{ code: "QDTEST01", ratio: 12.25, phone: "135****0000", commissionFen: 5 }],
    total: 1,
  });
});

describe("an installation older than a dictionary", () => {
  test("gets it at the next start, and keeps edited entries", async () => {
    const { key, value } = dictionaryEntries;
    await ctx.db.delete(dictionaryEntries).where(eq(key, "refund_reason"));
    await ctx.db.delete(dictionaryEntries).where(and(eq(key, "service_unit"), eq(value, "人天")));
    await ctx.db
      .update(dictionaryEntries)
      .set({ label: "欠费停用", sort: 99 })
      .where(and(eq(key, "freeze_reason"), eq(value, "欠费")));
    await ctx.db
      .insert(dictionaryEntries)
      .values({ key: "freeze_reason", value: "自定义", label: "自定义", sort: 7 });
    const read = async (name: string) => {
      const response = await ctx.callAs("duty", dictionaryCalls.sysDictQuery, { params: { key: name } });
      return (
        (response.body.data as { label: string }[] | null)?.map(({ label }) => label) ?? response.body.message
      );
    };
    expect(await read("refund_reason")).toBe("未知的数据字典");
    await seedReference(ctx.db);
    expect(await read("refund_reason")).toEqual(["项目终止", "服务未达预期", "重复采购", "付款有误", "其他"]);
    expect((await read("service_unit")).slice(-1)).toEqual(["人天"]);
    expect(await read("freeze_reason")).toEqual([
      "资料过期",
      "违规飞行",
      "企业申请停用",
      "其他",
      "自定义",
      "欠费停用",
    ]);
  });
});
