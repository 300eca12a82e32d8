import { afterAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import { setupData } from "../fixtures/setupFixtures.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly orderAmountFen: number | null;
}
interface Page {
  readonly list: Row[];
  readonly total: number;
}

const dayMs = 86_400_000;
const { ctx, factory } = await setupData();
const later = (days: number) => new Date(ctx.clock.now().getTime() + days * dayMs);
await factory.createCompany({
  name: "阿里山测绘有限公司",
  level: "A",
  expireAt: later(3),
  phone: "13812345678",
});
await factory.createCompany({
  name: "重庆植保100%有限公司",
  status: "frozen",
  expireAt: later(-1),
  regionId: "500103",
});
await factory.createCompany({
  name: "北京巡检有限公司",
  type: "government",
  regionId: "110105",
  userCount: 9,
});
await factory.createCompany({ name: "苏州_物流有限公司", regionId: "320500", expireAt: later(20) });
await factory.createCompany({
  name: "昆山应急Rescue有限公司",
  regionId: "320583",
  expireAt: later(400),
  orderAmountFen: 123_456,
});
await factory.createCompany({ name: "已删除的测绘有限公司", deletedAt: ctx.clock.now() });
const big = "9223372036854775807";
await factory.createCompany({
  id: big,
  name: "最大编号有限公司",
  createdAt: new Date("2025-01-31T16:00:00.000Z"),
});
afterAll(() => ctx.close());

async function list(body: object, role: ConsoleRole = "finance"): Promise<Page> {
  const fullBody = { pageNo: 1, pageSize: 20, ...body };
  const response = await injectUntyped(
    ctx.app,
    companyCalls.companyPageList,
    { body: fullBody },
    await ctx.loginAs(role),
  );
  expect(response.body.state, JSON.stringify(response.body)).toBe(0);
  return response.body.data as Page;
}
const listNames = async (body: object) => (await list(body)).list.map(({ name }) => name.slice(0, 2));

describe("the keyword", () => {
  test("finds a part of the name or the credit code, ignoring case, and a whole phone", async () => {
    expect(await listNames({ keyword: "测绘" })).toEqual(["阿里"]);
    expect(await listNames({ keyword: "RESCUE" })).toEqual(["昆山"]);
    expect(await listNames({ keyword: "13812345678" })).toEqual(["阿里"]);
    const { total } = await list({ keyword: "91440300ma5d" });
    expect(total).toBe(6);
  });

  test("is taken literally: %, _ and \\ are characters", async () => {
    expect(await listNames({ keyword: "%" })).toEqual(["重庆"]);
    expect(await listNames({ keyword: "_" })).toEqual(["苏州"]);
    expect(await listNames({ keyword: "\\" })).toEqual([]);
    expect(await listNames({ keyword: "' or 1=1 --" })).toEqual([]);
  });

  test("does not match across two columns", async () => {
    expect(await listNames({ keyword: "公司\n9144" })).toEqual([]);
  });
});

describe("the filters", () => {
  test("include everything below a region", async () => {
    expect(await listNames({ regionId: "320000", sort: { field: "name", order: "asc" } })).toEqual([
      "昆山",
      "苏州",
    ]);
    expect(await listNames({ regionId: "320500", keyword: "昆山" })).toEqual(["昆山"]);
    expect(await listNames({ regionId: "320583" })).toEqual(["昆山"]);
    expect((await list({ regionId: "100000" })).total).toBe(6);
  });

  test("find companies that expire within days, or have expired", async () => {
    expect(await listNames({ expireWithin: "7" })).toEqual(["阿里"]);
    expect(await listNames({ expireWithin: "30", sort: { field: "expireAt", order: "asc" } })).toEqual([
      "阿里",
      "苏州",
    ]);
    expect(await listNames({ expireWithin: "expired" })).toEqual(["重庆"]);
  });

  test("are combined with and", async () => {
    expect(await listNames({ status: "frozen", regionId: "500000" })).toEqual(["重庆"]);
    expect(await listNames({ status: "frozen", type: "government" })).toEqual([]);
    expect(await listNames({ level: "A" })).toEqual(["阿里"]);
  });

  test("include both ends of the time range", async () => {
    const at = "2025-01-31T16:00:00.000Z";
    expect(await listNames({ from: at, to: at })).toEqual(["最大"]);
    expect(await listNames({ to: "2025-01-31T15:59:59.999Z" })).toEqual([]);
  });

  test("accept ids, also an empty list, and return ids of 19 digits unchanged", async () => {
    const { list: rows } = await list({ ids: ["9223372036854775807", "1"] });
    expect(rows.map(({ id }) => id)).toEqual(["9223372036854775807"]);
    expect((await list({ ids: [] })).total).toBe(0);
  });
});

describe("the order", () => {
  test("of names is that of their pinyin, in both directions", async () => {
    const up = ["阿里", "北京", "重庆", "昆山", "苏州", "最大"];
    expect(await listNames({ sort: { field: "name", order: "asc" } })).toEqual(up);
    expect(await listNames({ sort: { field: "name", order: "desc" } })).toEqual([...up].reverse());
  });

  test("has empty values last in both directions", async () => {
    const up = await listNames({ sort: { field: "expireAt", order: "asc" } });
    const down = await listNames({ sort: { field: "expireAt", order: "desc" } });
    expect(up.slice(0, 4)).toEqual(["重庆", "阿里", "苏州", "昆山"]);
    expect(down.slice(0, 4)).toEqual(["昆山", "苏州", "阿里", "重庆"]);
    expect(down.slice(4).sort()).toEqual(["北京", "最大"]);
  });

  test.each(["createdAt", "updatedAt", "level", "userCount", "boxCount", "orderAmountFen", "status"])(
    "by %s repeats or skips no row between pages",
    async (field) => {
      for (const order of ["asc", "desc"]) {
        const seen: string[] = [];
        for (const pageNo of [1, 2, 3])
          seen.push(
            ...(await list({ pageNo, pageSize: 2, sort: { field, order } })).list.map(({ id }) => id),
          );
        expect(new Set(seen).size).toBe(6);
      }
    },
  );
});

test("a page beyond the end is empty and has the total", async () => {
  expect(await list({ pageNo: 4, pageSize: 2 })).toMatchObject({
    list: [],
    total: 6,
    pageNo: 4,
    pageSize: 2,
  });
  expect(await list({ pageNo: 9_007_199_254_740_991, pageSize: 200 })).toMatchObject({ list: [], total: 6 });
});

test("phones are masked for all roles, and deleted companies are not listed", async () => {
  const { list: rows } = await list({ keyword: "测绘" }, "admin");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.phone).toBe("138****5678");
});

test("amounts are visible to an operator", async () => {
  const { list: rows } = await list({ keyword: "昆山" }, "operator");
  expect(rows[0]?.orderAmountFen).toBe(123_456);
});

test("an unknown sort field, an unknown filter, and a range from after to are a 400 with the path", async () => {
  const ask = async (body: object) =>
    injectUntyped(
      ctx.app,
      companyCalls.companyPageList,
      { body: { pageNo: 1, pageSize: 20, ...body } },
      await ctx.loginAs("admin"),
    );
  const paths = async (body: object) => {
    const response = await ask(body);
    expect(response.status).toBe(400);
    return (response.body.data as { issues: { path: string }[] }).issues.map(({ path }) => path);
  };
  expect(await paths({ sort: { field: "search", order: "asc" } })).toContain("sort.field");
  expect(await paths({ password: "x" })).toContain("password");
  expect(await paths({ from: "2026-02-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" })).toContain("to");
  const oneInstant = { from: "2026-02-01T00:00:00Z", to: "2026-02-01T00:00:00.000Z" };
  expect((await ask(oneInstant)).status).toBe(200);
  expect(await paths({ ids: ["9223372036854775808"] })).toContain("ids.0");
});

test("a company is returned by its id, and an unknown id is refused with a message", async () => {
  const args = { params: { id: "9223372036854775807" } };
  const response = await ctx.callAs("finance", companyCalls.companyOne, args);
  expect(response.body.data).toMatchObject({ id: "9223372036854775807", name: "最大编号有限公司" });
  const unknown = await ctx.callAs("finance", companyCalls.companyOne, { params: { id: "5" } });
  expect(unknown.body).toEqual({ state: -1, message: "企业不存在或已删除", data: null });
});
