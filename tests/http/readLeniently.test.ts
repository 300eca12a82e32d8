import { expect, it, test } from "vitest";
import * as z from "zod/mini";
import { companyCalls } from "../../adapters/contract/company.ts";
import { defineEnum } from "../../adapters/contract/defineEnum.ts";
import { deviceCalls } from "../../adapters/contract/device.ts";
import { id, instant, saveResult } from "../../adapters/contract/fields.ts";
import { managementCalls } from "../../adapters/contract/management.ts";
import { pageResponse } from "../../adapters/contract/page.ts";
import { loginResult } from "../../adapters/contract/session.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { createClient } from "../../adapters/http/client.ts";
import { getListNotices } from "../../adapters/http/listNotices.ts";
import { parseForeignInstant } from "../../adapters/http/parseForeignInstant.ts";
import { parseServerFrames } from "../../adapters/http/parseServerFrames.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

const state = defineEnum("sample_state", { open: "开", closed: "关" });
const row = z.object({
  id,
  name: z.string(),
  count: z.int(),
  isActive: z.boolean(),
  state: state.schema,
  at: instant,
  parentId: z.nullable(id),
  tags: z.array(z.string()),
  note: z.optional(z.string()),
  owner: z.object({ name: z.string(), phone: z.string() }),
});
const page = pageResponse(row);
const readPage = (list: string, rest = "") =>
  readLeniently(page, `{"state":0,"data":{"list":${list}${rest}}}`, false);

test("a row with an id alone is whole: texts empty, numbers unknown, lists empty", () => {
  expect(readPage('[{"id":"a-1"}]')?.list).toEqual([
    {
      id: "a-1",
      name: "",
      count: Number.NaN,
      isActive: false,
      state: "",
      at: "",
      parentId: null,
      tags: [],
      owner: { name: "", phone: "" },
    },
  ]);
});

test("what is there in another notation is kept", () => {
  const given = {
    id: 7,
    name: 42,
    count: "12",
    isActive: 1,
    state: "pending",
    at: 1_764_000_000,
    parentId: "d9b2d63d-a233-4123-847a-7a2f4e5c9d10",
    tags: null,
    note: null,
    owner: { name: "王", more: true },
    more: 1,
  };
  expect(readPage(JSON.stringify([given]))?.list).toEqual([
    {
      id: "7",
      name: "42",
      count: 12,
      isActive: true,
      state: "pending",
      at: "2025-11-24T16:00:00.000Z",
      parentId: "d9b2d63d-a233-4123-847a-7a2f4e5c9d10",
      tags: [],
      owner: { name: "王", phone: "" },
    },
  ]);
});

test.each([
  ["1", true],
  ['"Y"', true],
  ['"TRUE"', true],
  ['"N"', false],
  ["0", false],
  ["null", false],
])("the yes or no %s is %s", (given, expected) => {
  expect(readPage(`[{"id":7,"isActive":${given}}]`)?.list).toMatchObject([{ isActive: expected }]);
});

test("an id of 19 digits that is a number in JSON keeps each digit; texts are not touched", () => {
  const [first] =
    readPage('[{"id":1234567890123456789,"name":"1234567890123456789 \\" 12345678901234567"}]')?.list ?? [];
  expect([first?.id, first?.name]).toEqual([
    "1234567890123456789",
    '1234567890123456789 " 12345678901234567',
  ]);
});

test("a fraction of many digits stays a number; what may be null is null where it cannot be read", () => {
  const unknown = z.object({
    s: z.nullable(z.int()),
    m: z.optional(z.number()),
    at: z.nullable(instant),
    n: z.number(),
  });
  const text = '{"state":0,"data":{"s":"","m":"abc","at":"0000-00-00","n":0.30000000000000004}}';
  expect(readLeniently(unknown, text, false)).toEqual({ s: null, at: null, n: 0.30000000000000004 });
});

test("only rows without an id are left out, each with its field; a missing total is counted", () => {
  const read = readPage('[{"id":1},{"name":"x"},null,{"id":""},{"id":2}]');
  expect(read?.list.map((one) => one.id)).toEqual(["1", "2"]);
  expect(read?.total).toBe(2);
  expect(getListNotices(read?.list ?? [])).toEqual([
    "有 3 行无法显示：平台的回答里没有它们的 id，请联系平台的管理员",
  ]);
  expect(readPage("[]", ',"total":"90"')?.total).toBe(90);
});

test.each([
  ['{"content":[{"id":1}],"totalElements":"40"}', 40],
  ['{"result":[{"id":1}]}', 1],
  ['{"page":{"records":[{"id":1}],"current":1,"totalCount":7}}', 7],
  ['[{"id":1}]', 1],
])("the rows of %s are found", (data, total) => {
  expect(readLeniently(page, `{"state":0,"data":${data}}`, false)).toMatchObject({
    list: [{ id: "1" }],
    total,
  });
});

test("a list that is no page: one record, an empty object", () => {
  const read = (data: string) => readLeniently(z.array(row), `{"state":0,"data":${data}}`, false);
  expect(read('{"id":1,"tags":["a"]}')).toMatchObject([{ id: "1", tags: ["a"] }]);
  expect(read("{}")).toEqual([]);
});

test.each(["7", '{"a":1}', '"x"'])("%s in place of a list is an error", (list) => {
  expect(readPage(list)).toBeUndefined();
});

it("is an error to read nothing, but not to have done something", () => {
  expect(readLeniently(page, '{"state":0}', false)).toBeUndefined();
  expect(readLeniently(saveResult, '{"state":0,"data":null}', true)).toEqual({ id: "", version: Number.NaN });
});

test.each([
  [
    '{"token":"t","roles":["admin","editor"],"name":"甲","avatar":null,"introduction":""}',
    "",
    ["admin", "editor"],
    "甲",
  ],
  ['{"token":"t","uToken":"u","user":{"id":5,"name":"甲"}}', "u", undefined, "甲"],
  ['{"token":"t","u-token":"u3","name":"甲"}', "u3", undefined, "甲"],
  ['{"access_token":"t","u_token":"u4","userinfo":{"user_id":7,"name":"甲"}}', "u4", undefined, "甲"],
  ['{"auth":{"token":"t","uToken":"u5"},"user":{"id":5,"name":"甲"}}', "u5", undefined, "甲"],
  ['{"token":"t","roles":["finance"],"user":{"id":5,"name":"甲"}}', "", ["finance"], "甲"],
  [
    '{"token":"t","user":{"uToken":"u2","roles":["x"],"phoneNumber":"13800000001"}}',
    "u2",
    ["x"],
    "13800000001",
  ],
])("the login %s", (data, uToken, roles, name) => {
  const read = readLeniently(loginResult, `{"state":0,"data":${data}}`, true);
  expect(read).toMatchObject({ token: "t", uToken, user: { name, avatar: "" } });
  expect(read?.user.roles).toEqual(roles);
  expect(read?.user.id).not.toBe("");
});

test.each([
  ['"admin, editor"', ["admin", "editor"]],
  ['["editor"]', ["editor"]],
  ['{"code":"editor"}', ["editor"]],
  ['[{"name":"编辑","code":"EDITOR"}]', ["EDITOR"]],
  ['[{"name":"DUTY","id":3}]', ["duty"]],
  ["null", undefined],
])("the roles %s", (roles, expected) => {
  const read = readLeniently(loginResult, `{"state":0,"data":{"token":"t","roles":${roles}}}`, true);
  expect(read?.user.roles).toEqual(expected);
});

test.each(["7", "true", "[7]", "[{}]"])("roles that are %s do not count as none", (roles) => {
  const text = `{"state":0,"data":{"token":"t","user":{"roles":${roles}}}}`;
  expect(readLeniently(loginResult, text, true)).toBeUndefined();
});

test("the token may be in the header alone", () => {
  const signIn = (data: string) =>
    readLeniently(loginResult, `{"state":0,"data":${data}}`, true, {}, "Bearer h");
  expect(signIn('{"id":5,"name":"甲","roles":["duty"]}')).toMatchObject({
    token: "Bearer h",
    user: { name: "甲", roles: ["duty"] },
  });
  expect(signIn("null")?.token).toBe("Bearer h");
  expect(signIn('{"token":"t"}')?.token).toBe("t");
});

test("a login without a token is an error", () => {
  expect(readLeniently(loginResult, '{"state":0,"data":{"user":{"name":"甲"}}}', true)).toBeUndefined();
});

test.each([
  ["2026-11-28T01:02:03Z", "2026-11-28T01:02:03.000Z"],
  ["2026-11-28T01:02:03.5+08:00", "2026-11-27T17:02:03.500Z"],
  ["2026-11-28T09:02:03+0800", "2026-11-28T01:02:03.000Z"],
  ["2026-11-28 09:02:03", "2026-11-28T01:02:03.000Z"],
  ["2026/1/8 9:02", "2026-01-08T01:02:00.000Z"],
  ["2026-11-28", "2026-11-27T16:00:00.000Z"],
  ["1764000000", "2025-11-24T16:00:00.000Z"],
  ["1764000000123", "2025-11-24T16:00:00.123Z"],
  ["/Date(1764000000123)/", "2025-11-24T16:00:00.123Z"],
  ["/Date(1764000000123+0800)/", "2025-11-24T16:00:00.123Z"],
  ["/Date(-62135596800000)/", null],
  ["明天", null],
  ["", null],
  ["2026-13-45 99:99", null],
])("the time %s is %s", (text, expected) => {
  expect(parseForeignInstant(text)).toBe(expected);
});

const now = Date.parse("2026-11-28T00:00:00Z");
test.each([
  ['{"type":6}', 6, "2026-11-28T00:00:00.000Z", { type: 6 }],
  ['{"Type":6}', 6, "2026-11-28T00:00:00.000Z", { type: 6 }],
  [
    '{"type":"6","at":"2026-11-28 09:00:00"}',
    6,
    "2026-11-28T01:00:00.000Z",
    { type: "6", at: "2026-11-28 09:00:00" },
  ],
  [
    '{"platform":"web","type":6,"userId":"7","token":"t","taskId":""}',
    6,
    "2026-11-28T00:00:00.000Z",
    expect.objectContaining({ userId: "7" }),
  ],
  ['{"type":4,"at":"2026-11-28T01:00:00.000Z","data":{"lng":1}}', 4, "2026-11-28T01:00:00.000Z", { lng: 1 }],
])("the frame %s", (text, type, at, data) => {
  expect(parseServerFrames(text, now)).toEqual([{ type, at, data }]);
});

test.each(["", "x", "7", "[6]", "{}", '{"type":"six"}', '{"type":null}', '{"type":true}', '{"type":""}'])(
  "%s is no frame",
  (text) => {
    expect(parseServerFrames(text, now)).toEqual([]);
  },
);

/** A client of a platform of others that gives each request the same answer. */
function createForeignClient(answer: string, status = 200, hosts: object = {}) {
  const mismatches: string[] = [];
  const sideHosts: boolean[] = [];
  const requests: { readonly url: string; readonly body: unknown }[] = [];
  const headers: string[][] = [];
  const errors: string[] = [];
  const client = createClient({
    config: () => createConsoleConfig({ extensions: false, ...hosts }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: (url, init) => {
      headers.push([...new Headers(init?.headers).keys()]);
      requests.push({ url: String(url), body: JSON.parse(String(init?.body ?? "null")) });
      return Promise.resolve(new Response(answer, { status }));
    },
    onMismatch: ({ call }) => void mismatches.push(call),
    onError: ({ kind }, _token, _options, isSideHost) => {
      errors.push(kind);
      sideHosts.push(isSideHost);
    },
  });
  return { client, requests, headers, errors, mismatches, sideHosts };
}

test("an envelope without a message, and a row of a company with three fields", async () => {
  const { client, mismatches } = createForeignClient(
    '{"state":0,"data":{"list":[{"id":3,"name":"甲","status":"vip"}]}}',
  );
  const read = await client.call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } });
  expect(read.list).toMatchObject([{ id: "3", name: "甲", status: "vip" }]);
  expect(mismatches).toEqual(["POST /company/pageList"]);
});

test("of a platform that does not know ids only the rows that were asked for count", async () => {
  const rows = '[{"id":3,"name":"甲"},{"id":4,"name":"乙"}]';
  const { client } = createForeignClient(`{"state":0,"data":{"list":${rows}}}`);
  const read = await client.call(companyCalls.companyPageList, {
    body: { pageNo: 1, pageSize: 1, ids: ["4"] },
  });
  expect(read.list).toMatchObject([{ name: "乙" }]);
  const names = createForeignClient(`{"state":0,"data":${rows}}`).client;
  const body = { ids: ["4"] };
  expect(await names.call(managementCalls.queryCompanynames, { body })).toMatchObject([{ name: "乙" }]);
});

test("a parser's words are in no message", async () => {
  const { client } = createForeignClient('{"state":0,"data":{"list":5}}');
  const failed = await client
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CallError);
  expect(failed).toMatchObject({ kind: "contract", message: "", detail: expect.stringContaining("list") });
});

test("calls beyond the specification are not sent, and own fields are left out of the others", async () => {
  const { client, requests, errors } = createForeignClient('{"state":0,"data":null}');
  await expect(client.call(companyCalls.companyOne, { params: { id: "3" } })).rejects.toMatchObject({
    kind: "unsupported",
  });
  expect([requests, errors]).toEqual([[], []]);
  await client.call(companyCalls.companyFrozen, {
    params: { id: "3" },
    query: { version: 4, requestId: "abcdefgh" },
  } as never);
  // The answer is none of devices; what was sent counts.
  await client.call(deviceCalls.deviceList, { query: { kind: "drone", boxId: "5" } }).catch(() => null);
  expect(requests).toEqual([
    { url: expect.stringMatching(/\/wms\/api\/company\/frozen\/3$/), body: null },
    { url: expect.stringMatching(/\/iapi\/device\/list\?kind=drone$/), body: null },
  ]);
});

test("an export has the specified headers alone", async () => {
  const { client, headers } = createForeignClient("id\n1");
  const body = { pageNo: 1, pageSize: 20 };
  await client.download(companyCalls.companyExport, { body } as never, { exportId: "e1" });
  expect(headers).toEqual([["authorization", "content-type", "u-token", "x-token"]]);
});

test.each([
  [{}, false],
  [{ api: "https://a", device: "https://a", proxy: "https://a" }, false],
  [{ api: "https://a", device: "https://b", proxy: "https://a" }, true],
  // A gateway has one address for all of them.
  [{ sideHosts: ["device" as const] }, true],
])("a 401 of the devices with the hosts %j is a side host's: %s", async (hosts, isSide) => {
  const { client, errors, sideHosts } = createForeignClient("Unauthorized", 401, hosts);
  await expect(client.call(deviceCalls.deviceList, { query: {} })).rejects.toMatchObject({
    kind: "unauthorized",
  });
  expect([errors, sideHosts]).toEqual([["unauthorized"], [isSide]]);
});
