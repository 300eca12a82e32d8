import { expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { loginCalls } from "../../adapters/contract/session.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import type { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

const createAnsweredClient = (answer: string, status = 200, hosts: object = {}) =>
  createClient({
    config: () => createConsoleConfig({ extensions: false, ...hosts }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: () => Promise.resolve(new Response(answer, { status })),
    onError: () => undefined,
  });

const toOutcome = <T>(promise: Promise<T>) =>
  promise.catch(({ kind, state, message }: CallError) => ({ kind, state, message }));
const readCompanies = (answer: string, status?: number) =>
  toOutcome(
    createAnsweredClient(answer, status).call(companyCalls.companyPageList, {
      body: { pageNo: 1, pageSize: 20 },
    }),
  );

test.each([
  '{"code":200,"msg":"ok","data":{"content":[{"id":1}],"totalElements":7,"sort":{"sorted":false}}}',
  '{"code":"00000","message":"ok","data":{"records":[{"id":1}],"orders":[],"total":"7"}}',
  '{"code":0,"msg":"","time":"1764300000","data":{"total":7,"per_page":20,"data":[{"id":1}]}}',
  '{"code":200,"msg":"ok","rows":[{"id":1}],"total":7}',
  '{"success":true,"data":{"list":[{"id":1}],"total":7}}',
  '{"status":200,"message":"ok","data":{"items":[{"id":1}],"totalCount":7}}',
])("%s is a success", async (answer) => {
  expect(await readCompanies(answer)).toMatchObject({ list: [{ id: "1" }], total: 7 });
});

test.each([
  ['{"code":500,"msg":"库存不足"}', { kind: "refused", message: "库存不足" }],
  ['{"code":-3,"message":"没有数据"}', { kind: "refused", state: -1 }],
  ['{"code":-2}', { kind: "userUnusable" }],
  ['{"code":401,"msg":"登录状态已过期"}', { kind: "unauthorized" }],
  ['{"success":false,"errorMsg":"不行"}', { kind: "refused", message: "不行" }],
  ['{"code":200,"success":false,"msg":"不行"}', { kind: "refused", message: "不行" }],
])("%s is a refusal", async (answer, expected) => {
  expect(await readCompanies(answer)).toMatchObject(expected);
});

test.each([
  [500, '{"timestamp":"2026","status":500,"error":"Internal","message":"系统繁忙","path":"/x"}', "系统繁忙"],
  [400, '{"code":400,"msg":"参数错误"}', "参数错误"],
  [502, '{"code":502,"msg":"服务升级中"}', "服务升级中"],
])("of HTTP %i the message of the server is told", async (status, answer, message) => {
  const outcome = await readCompanies(answer, status);
  expect(outcome).toMatchObject({ message });
  expect(outcome).not.toMatchObject({ kind: "offline" });
});

test("an act is done by its code alone, whatever stands in place of its data", async () => {
  const freeze = (answer: string) =>
    toOutcome(
      createAnsweredClient(answer).call(companyCalls.companyFrozen, { params: { id: "3" } } as never),
    );
  expect(await freeze('{"code":200,"msg":"操作成功"}')).toMatchObject({ id: "" });
  expect(await freeze('{"code":200,"msg":"操作成功","data":true}')).toMatchObject({ id: "" });
  expect(await freeze('{"state":0,"data":1}')).toMatchObject({ id: "1" });
  expect(await freeze('{"code":601,"msg":"企业有未完成的任务"}')).toMatchObject({
    kind: "refused",
    message: "企业有未完成的任务",
  });
});

test("the state of the password may be told by a code, but not by nothing", async () => {
  const check = (answer: string) =>
    toOutcome(createAnsweredClient(answer).fetchEnvelope(passwordCalls.checkPwdStatus, {}));
  expect(await check('{"code":200,"msg":"ok"}')).toMatchObject({ state: 0 });
  expect(await check("{}")).toMatchObject({ kind: "contract" });
});

const credentials = { phoneNumber: "13800000001", password: "0".repeat(32) };
const signIn = (answer: string, hosts?: object) =>
  toOutcome(createAnsweredClient(answer, 200, hosts).call(loginCalls.login, { body: credentials }));

test.each([
  '{"code":200,"msg":"ok","token":"t","user":{"roles":["ROLE_ADMIN"],"name":"甲"}}',
  '{"state":"0","msg":"ok","data":{"userinfo":{"token":"t","roles":["admin"],"name":"甲"}}}',
  '{"state":0,"data":{"tokenInfo":{"tokenName":"satoken","tokenValue":"t"},"loginUser":{"roles":["admin"],"nickName":"甲"}}}',
  '{"code":0,"data":{"token":"t","userinfo":{"roles":[{"role":"ADMIN"}],"name":"甲"}}}',
  '{"code":200,"data":{"access_token":"t","roles":[{"roleName":"管理员","roleKey":"admin"}],"name":"甲"}}',
  '{"state":0,"data":{"token":"t","role":"Admin","name":"甲"}}',
  '{"state":0,"data":{"token":"t","roles":[{"name":"admin"},{"name":"editor"}],"name":"甲"}}',
])("the login %s is one of an admin", async (answer) => {
  const { user, token } = (await signIn(answer)) as {
    user: { roles: string[]; name: string };
    token: string;
  };
  expect([token, user.name, user.roles[0]]).toEqual(["t", "甲", "admin"]);
});

test("the template's envelope is exact on its own base", async () => {
  expect(await signIn('{"code":200,"data":{"token":"t"}}', { loginBase: "proxy" })).toMatchObject({
    kind: "refused",
    state: 200,
  });
  const info = createAnsweredClient('{"code":20000,"data":{"name":"甲","roles":[{"name":"ADMIN"}]}}');
  expect(await info.call(templateCalls.templateUserInfo, {})).toMatchObject({ roles: ["admin"] });
});

test.each([
  ["application/json;charset=GBK", "b4edcef3"],
  ["application/json; charset=utf8mb4", "e99499e8afaf"],
  ["text/plain", "e99499e8afaf"],
])("an answer of %s is read in its charset", async (type, message) => {
  const bytes = Buffer.concat([
    Buffer.from('{"state":-1,"message":"'),
    Buffer.from(message, "hex"),
    Buffer.from('"}'),
  ]);
  const client = createClient({
    config: () => createConsoleConfig({ extensions: false }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: () => Promise.resolve(new Response(bytes, { headers: { "content-type": type } })),
    onError: () => undefined,
  });
  const outcome = await toOutcome(client.call(companyCalls.companyFrozen, { params: { id: "3" } } as never));
  expect(outcome).toMatchObject({ kind: "refused", message: "错误" });
});

test("a mark at the beginning of the text is no part of it", async () => {
  expect(await readCompanies('\uFEFF{"state":0,"data":{"list":[{"id":1}],"total":1}}')).toMatchObject({
    total: 1,
  });
});

test.each([
  "json: cannot unmarshal string into Go struct field .id of type uint",
  "SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '7'",
  'Undefined array key "id"',
  'strconv.ParseInt: parsing "": invalid syntax',
  "Call to a member function toArray() on null",
])("what a program says of itself is not for people: %s", async (msg) => {
  expect(await readCompanies(JSON.stringify({ code: 7, msg, data: {} }))).toMatchObject({
    kind: "refused",
    message: "",
  });
});

test("what a platform says in English to people is shown", async () => {
  expect(await readCompanies('{"code":7,"msg":"Name is too long"}')).toMatchObject({
    message: "Name is too long",
  });
});

test("an exception's text is not for people", async () => {
  const message = "java.lang.NullPointerException: null";
  expect(await readCompanies(JSON.stringify({ status: 500, message }), 500)).toMatchObject({
    kind: "server",
    message: expect.not.stringContaining("java"),
  });
});
