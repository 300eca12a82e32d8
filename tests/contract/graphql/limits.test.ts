import { buildSchema, getIntrospectionQuery, parse, validate } from "graphql";
import { afterAll, describe, expect, test } from "vitest";
import { companyQuery } from "../../../adapters/contract/graphql/companyView.ts";
import { overviewQuery } from "../../../adapters/contract/graphql/overview.ts";
import { graphqlSchema } from "../../../adapters/contract/graphql/schema.ts";
import { searchQuery } from "../../../adapters/contract/graphql/search.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { askCompany, postGraphql } from "./askGraphql.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const admin = await ctx.loginAs("admin");
afterAll(() => ctx.close());

const ask = (query: string, variables?: object) =>
  postGraphql(ctx, { query, ...(variables ? { variables } : {}) }, admin);
const getIssue = (reply: Awaited<ReturnType<typeof ask>>) => ({
  status: reply.status,
  message: reply.body.errors?.[0].extensions.data?.issues[0].message,
});
const repeat = (times: number, write: (turn: number) => string) =>
  Array.from({ length: times }, (_, turn) => write(turn)).join(" ");
const tooMuch = { status: 400, message: "一次查询的内容过多，请减少字段、别名或条数" };

test.each([searchQuery, companyQuery, overviewQuery])("The console's documents fit the schema", (query) => {
  expect(validate(buildSchema(graphqlSchema), parse(query.document))).toEqual([]);
});

describe("The session is checked as by REST", () => {
  test("Without a token 401, with an unknown one 401, after the end of the session 403", async () => {
    const body = { query: overviewQuery.document };
    const missing = await postGraphql(ctx, body);
    expect(missing).toMatchObject({
      status: 401,
      body: { state: -1, message: "请先登录", data: null },
    });
    const unknown = await postGraphql(ctx, body, { ...admin, authorization: "0".repeat(43) });
    expect(unknown).toMatchObject({ status: 401, body: { message: "登录状态无效，请重新登录" } });
    const other = await createTestPlatform();
    try {
      const duty = await other.loginAs("duty");
      other.clock.advance(31 * 60_000);
      expect(await postGraphql(other, body, duty)).toMatchObject({
        status: 403,
        body: { message: "登录已过期，请重新登录" },
      });
    } finally {
      await other.close();
    }
  });

  test("A query counts as use: the session stays open", async () => {
    const other = await createTestPlatform();
    try {
      const duty = await other.loginAs("duty");
      for (let turn = 0; turn < 3; turn += 1) {
        other.clock.advance(20 * 60_000);
        expect((await postGraphql(other, { query: "{ overview { flying } }" }, duty)).status).toBe(200);
      }
    } finally {
      await other.close();
    }
  });
});

test("Only POST is served, one query at a time, in a body of 64 KB", async () => {
  const get = await ctx.app.inject({
    method: "GET",
    url: `/graphql?query=${encodeURIComponent("{ overview { flying } }")}`,
    headers: admin,
  });
  expect([get.statusCode, get.json()]).toEqual([404, { state: -1, message: "接口不存在", data: null }]);
  const one = { query: "{ overview { flying } }" };
  expect((await postGraphql(ctx, [one, one], admin)).status).toBe(400);
  expect((await postGraphql(ctx, { ...one, unknown: 1 }, admin)).body.data.issues).toEqual([
    { path: "unknown", message: "不支持的字段" },
  ]);
  expect((await ask(`{ overview { flying } } #${"x".repeat(11_000)}`)).status).toBe(400);
  expect((await ask("{ overview { flying } }", { text: "x".repeat(70_000) })).status).toBe(413);
});

test("Changes are not part of the schema", async () => {
  expect(await ask("mutation { overview { flying } }")).toMatchObject({ status: 400 });
});

describe("A query is limited", () => {
  test("to six levels, also through fragments", async () => {
    const deep = "{ a { b { c { d { e { f { g } } } } } } }";
    expect(getIssue(await ask(deep))).toEqual({ status: 400, message: "查询嵌套过深，最多 6 层" });
    const fragments = `{ ...A } fragment A on Query { a { b { c { ...B } } } } fragment B on X { d { e { f { g } } } }`;
    expect(getIssue(await ask(fragments))).toEqual({ status: 400, message: "查询嵌套过深，最多 6 层" });
  });
  test("in cost: every alias counts", async () => {
    const overviews = (times: number) => `{ ${repeat(times, (n) => `a${n}: overview { flying }`)} }`;
    expect((await ask(overviews(14))).status).toBe(200);
    expect(getIssue(await ask(overviews(15)))).toEqual(tooMuch);
    const names = (times: number) => `{ overview { ${repeat(times, (n) => `a${n}: flying`)} } }`;
    expect((await ask(names(300))).status).toBe(200);
    expect((await ask(names(1_500))).status).toBe(400);
  });
  test("in cost: rows count, by literal, variable and default", async () => {
    const rows = (size: string) =>
      `query Q${size === "$n" ? "($n: Int)" : ""} { ${repeat(5, (n) => `a${n}: search(text: "天", limit: ${size}) { groups { kind hits { id title subtitle status at match } } }`)} }`;
    expect((await ask(rows("20"))).status).toBe(400);
    expect((await ask(rows("$n"), { n: 20 })).status).toBe(400);
    expect((await ask(rows("$n"), { n: "20" })).status).toBe(400);
    expect((await ask(rows("5"))).status).toBe(200);
    expect((await ask(rows("$n"), { n: 5 })).status).toBe(200);
  });
  test("without work for fragments that multiply or contain themselves", async () => {
    const bomb = `{ ...F0 } ${repeat(40, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)} fragment F40 on Query { overview { flying } }`;
    expect(getIssue(await ask(bomb))).toEqual(tooMuch);
    expect(getIssue(await ask("{ ...A } fragment A on Query { overview { flying } ...A }")).status).toBe(400);
  });
  test("to requests a minute, like lists", { tags: "full" }, async () => {
    const limited = await createTestPlatform({ env: { LIST_RATE_LIMIT: "2" } });
    try {
      const duty = await limited.loginAs("duty");
      const send = () => postGraphql(limited, { query: "{ overview { flying } }" }, duty);
      expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

test("The schema can be asked for, but not in production", async () => {
  expect((await ask(getIntrospectionQuery())).body.data.__schema.queryType).toMatchObject({ name: "Query" });
  const production = await createTestPlatform({ env: productionEnv });
  try {
    const headers = await production.loginAs("duty");
    for (const query of [
      getIntrospectionQuery(),
      `{ __type(name: "Query") { name } }`,
      "{ ...A } fragment A on Query { b: __schema { types { name } } }",
    ]) {
      const { status, body } = await postGraphql(production, { query }, headers);
      expect(status).toBe(400);
      expect(body).toEqual({
        errors: [
          {
            message: "请求不符合要求",
            extensions: {
              state: -1,
              data: { issues: [{ path: "query", message: "生产环境不提供接口定义查询" }] },
            },
          },
        ],
      });
    }
    expect((await postGraphql(production, { query: "{ overview { flying } }" }, headers)).status).toBe(200);
  } finally {
    await production.close();
  }
});
const productionEnv = { NODE_ENV: "production" };

test.each([
  ["{ overview { secretField } }", "查询不符合接口定义，请核对字段与参数"],
  ["{ overview { flying }", "查询语句有误，请检查语法"],
  ["", "必填"],
  ["query A { overview { flying } } query B { overview { lost } }", "查询不符合接口定义，请核对字段与参数"],
])("%s is refused in Chinese, without quoting", async (query, message) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  const text = JSON.stringify(body);
  expect(text).toContain(message);
  expect(text).not.toMatch(/secretField|Cannot query|Syntax Error|Expected/);
});

test.each([
  [{ text: "", limit: 5 }, "text", "请输入查找内容"],
  [{ text: "云".repeat(101), limit: 5 }, "text", "查找内容最多 100 个字"],
  [{ text: "云", limit: 0 }, "limit", "每类显示 1 至 20 条"],
])("%o is refused with the argument's name", async (variables, path, message) => {
  const { status, body } = await ask(searchQuery.document, variables);
  expect([status, body.errors[0].extensions.data.issues]).toEqual([400, [{ path, message }]]);
});

test("An unknown company is refused as by REST, an id that is none with its name", async () => {
  expect(await askCompany(ctx, admin, "999")).toMatchObject({
    status: 200,
    body: { errors: [{ message: "企业不存在或已删除", extensions: { state: -1 } }] },
  });
  expect((await askCompany(ctx, admin, "x")).status).toBe(400);
});

test("A fault of the server is reported, and answered without its text", async () => {
  const broken = await createTestPlatform({ disposableDatabase: true });
  try {
    const headers = await broken.loginAs("admin");
    await broken.db.execute("alter table hangars rename to hangars_gone");
    const { status, body } = await postGraphql(broken, { query: "{ overview { flying } }" }, headers);
    expect([status, body.errors[0].message]).toEqual([500, "服务器内部错误，请稍后再试"]);
    expect(JSON.stringify(body)).not.toContain("hangars");
    expect(broken.errors).toHaveLength(1);
  } finally {
    await broken.close();
  }
});
