import { expect, test } from "vitest";
import * as z from "zod/mini";
import { boxCalls } from "../../adapters/contract/box.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { dictionaryCalls } from "../../adapters/contract/dictionary.ts";
import { id, instant } from "../../adapters/contract/fields.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { logoCalls } from "../../adapters/contract/logo.ts";
import { managementCalls } from "../../adapters/contract/management.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { smsCalls } from "../../adapters/contract/sms.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { videoCalls } from "../../adapters/contract/video.ts";
import { createClient } from "../../adapters/http/client.ts";
import { getListNotices } from "../../adapters/http/listNotices.ts";
import { readFileName } from "../../adapters/http/readFileName.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

/** A client of another platform, or of ours, that gives each request the same answer. */
const createAnsweredClient = (answer: string, extensions = false, status = 200) =>
  createClient({
    config: () => createConsoleConfig({ extensions }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: () => Promise.resolve(new Response(status === 204 ? null : answer, { status })),
    onError: () => undefined,
  });

const readCompanies = (answer: string, extensions?: boolean) =>
  createAnsweredClient(answer, extensions)
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
    .then(
      ({ list }) => list.map(({ name }) => name),
      (error: { kind: string }) => error.kind,
    );

test.each(['[{"id":1,"name":"甲"}]', '{"records":[{"id":1,"name":"甲"}],"total":1}'])(
  "another platform may answer %s without a state, this one may not",
  async (answer) => {
    expect(await readCompanies(answer)).toEqual(["甲"]);
    expect(await readCompanies(answer, true)).toBe("contract");
  },
);

test("fields may begin with a capital, the keys of a dictionary are values", async () => {
  expect(
    await readCompanies('{"Success":true,"Code":200,"Data":{"Items":[{"Id":1,"Name":"甲"}],"TotalCount":1}}'),
  ).toEqual(["甲"]);
  const levels = createAnsweredClient(
    '{"Code":0,"Message":null,"Data":{"A":"甲级","Alpha":"乙"},"$type":"x"}',
  ).call(dictionaryCalls.sysDictQuery, { params: { key: "level" } });
  expect((await levels).map(({ value }) => value)).toEqual(["A", "Alpha"]);
  const refused = createAnsweredClient('{"Success":false,"Message":"余额不足"}').call(
    companyCalls.companyPageList,
    { body: { pageNo: 1, pageSize: 20 } },
  );
  await expect(refused).rejects.toMatchObject({ kind: "refused", message: "余额不足" });
});

test("the data of an answer may be its result", async () => {
  expect(
    await readCompanies('{"success":true,"result":{"results":[{"id":1,"name":"甲"}],"count":1}}'),
  ).toEqual(["甲"]);
});

test.each([
  ['{"success":true,"result":{"url":"/a.png"}}', "/a.png"],
  ['{"success":true,"result":{"path":"/b.png"}}', "/b.png"],
  ['{"success":true,"result":null}', "contract"],
  ['{"state":0,"data":{"size":3}}', "contract"],
])("an upload that is answered %s", async (answer, url) => {
  const sent = createAnsweredClient(answer).call(logoCalls.logoUpload, { file: new Blob(["x"]) });
  expect(
    await sent.then(
      (upload) => upload.url,
      (error: { kind: string }) => error.kind,
    ),
  ).toBe(url);
});

test.each([
  ['{"id":7,"code":"SP1","name":"套餐"}', "套餐"],
  ['{"code":"A0001","id":"trace","msg":"没有权限"}', "contract"],
  ['{"code":"A0001"}', "contract"],
])("of a record alone, %s, the code is its own", async (answer, name) => {
  const read = createAnsweredClient(answer)
    .call(goodsCalls.goodsDetails, { params: { id: "7" } })
    .then(
      (goods) => goods.name,
      (error: { kind: string }) => error.kind,
    );
  expect(await read).toBe(name);
});

test.each(['{"error":"x"}', '{"state":"bad"}', "<p>x</p>", '"ok"', "null"])(
  "%s is no success",
  async (answer) => {
    expect(await readCompanies(answer)).toBe("contract");
  },
);

test("an act without a state is not taken for done", async () => {
  const frozen = createAnsweredClient("{}").call(companyCalls.companyFrozen, {
    params: { id: "3" },
  } as never);
  await expect(frozen).rejects.toMatchObject({ kind: "contract" });
  const ignored = createAnsweredClient("[]").fetchEnvelope(passwordCalls.checkPwdStatus, {});
  await expect(ignored).rejects.toMatchObject({ kind: "contract" });
});

//
test.each([
  [201, '{"state":0,"message":"创建成功"}'],
  [204, ""],
])("an act that is answered %i may have been done: its message is no refusal", async (status, answer) => {
  const deleted = createAnsweredClient(answer, false, status).call(smsCalls.smsDelete, {
    params: { id: "3" },
    query: {},
  });
  await expect(deleted).rejects.toMatchObject({ kind: "contract" });
});

test.each(['{"id":1,"last":{"lat":39.9,"lng":"116.4"}}', '{"taskId":1,"latitude":39.9,"longitude":116.4}'])(
  "the task %s has a place",
  (row) => {
    const read = readLeniently(taskCalls.taskStartList.data, `{"state":0,"data":[${row}]}`, true);
    // The panel of a task takes only what is this task's.
    expect(read?.list[0]?.last).toMatchObject({ taskId: "1", lat: 39.9, lon: 116.4 });
  },
);

const readNames = async (answer: object, pageNo: number) => {
  const client = createAnsweredClient(JSON.stringify({ state: 0, data: answer }));
  const page = await client.call(companyCalls.companyPageList, { body: { pageNo, pageSize: 2 } });
  return [page.total, ...page.list.map(({ name }) => name)];
};
const named = (...names: readonly string[]) => names.map((name) => ({ id: name, name }));

test("of a platform without pages each page has its rows", async () => {
  expect(await readNames(named("a", "b", "c"), 1)).toEqual([3, "a", "b"]);
  expect(await readNames(named("a", "b", "c"), 2)).toEqual([3, "c"]);
});

test("without a total there may be more after a full page, and there is none after another", async () => {
  expect(await readNames({ list: named("a", "b") }, 1)).toEqual([3, "a", "b"]);
  expect(await readNames({ list: named("c") }, 2)).toEqual([3, "c"]);
  expect(await readNames({ list: named("a", "b"), total: "9" }, 1)).toEqual([9, "a", "b"]);
});

test("a part of a whole number is rounded, other fractions stay", () => {
  const row = z.object({ bytes: z.int(), count: z.nullable(z.int()), rate: z.number() });
  const text = '{"state":0,"data":{"bytes":"24690.5","count":0.3,"rate":"0.065"}}';
  expect(readLeniently(row, text, false)).toEqual({ bytes: 24_691, count: 0, rate: 0.065 });
});

const readAmounts = (...amounts: readonly string[]) => {
  const rows = z.array(z.object({ id, payableFen: z.int(), paidFen: z.nullable(z.int()) }));
  const list = amounts.map((amount, at) => `{"id":${at},"payableFen":${amount},"paidFen":100}`);
  const read = readLeniently(rows, `{"state":0,"data":[${list}]}`, false) ?? [];
  return { amounts: read.map(({ payableFen }) => payableFen), notices: getListNotices(read) };
};

test.each(["12.5", '"12.50"', '"1250.00"'])(
  "where an amount is %s, fen are not meant: none is told",
  (amount) => {
    expect(readAmounts("1300", amount)).toEqual({
      amounts: [Number.NaN, Number.NaN],
      notices: ["金额无法显示：平台给出的金额带有小数，无法确定是元还是分，请联系平台的管理员"],
    });
  },
);

test("whole amounts are fen, rounding errors are none", () => {
  expect(readAmounts('"1250"', "1300", "1249.9999999999")).toEqual({
    amounts: [1_250, 1_300, 1_250],
    notices: [],
  });
});

test("fields with underscores or under other names are found, others of their kind are not taken for them", () => {
  const row = z.object({
    id,
    name: z.string(),
    companyName: z.string(),
    createdAt: z.string(),
    phone: z.string(),
  });
  const text =
    '{"state":0,"data":{"id":1,"user_name":"甲","company_name":"乙","create_time":"3","mobile":"139"}}';
  expect(readLeniently(row, text, false)).toEqual({
    id: "1",
    name: "甲",
    companyName: "乙",
    createdAt: "3",
    phone: "139",
  });
  const twoNames = '{"state":0,"data":{"id":1,"realName":"甲","nickName":"乙"}}';
  expect(readLeniently(row, twoNames, false)?.name).toBe("");
  const foreignName = '{"state":0,"data":{"id":1,"companyName":"乙"}}';
  expect(readLeniently(row, foreignName, false)?.name).toBe("");
});

test.each([
  ['"ON_SHELF"', "onShelf"],
  ['" on_shelf "', "onShelf"],
  ['{"code":"ON_SHELF","desc":"上架"}', "onShelf"],
  ['{"code":3,"desc":"上架"}', "3"],
  ["2", "2"],
  ["null", ""],
])("the member %s is %s", (status, expected) => {
  const row = z.object({ id, status: z.enum(["onShelf", "offShelf"]) });
  expect(readLeniently(row, `{"state":0,"data":{"id":1,"status":${status}}}`, false)?.status).toBe(expected);
});

test.each([
  ["[2026,11,28,10,5]", "2026-11-28T02:05:00.000Z"],
  ["[2026,11,28]", "2026-11-27T16:00:00.000Z"],
  ["[]", ""],
])("the time %s of Java", (at, expected) => {
  expect(readLeniently(z.object({ at: instant }), `{"state":0,"data":{"at":${at}}}`, false)?.at).toBe(
    expected,
  );
});

test("a text in place of a record is its address, its value or its name", () => {
  const read = <S extends z.ZodMiniType>(schema: S, data: string) =>
    readLeniently(schema, `{"state":0,"data":${data}}`, true);
  expect(read(boxCalls.createBoxMac.data, '"02:00:00:00:00:01"')).toEqual({ mac: "02:00:00:00:00:01" });
  expect(read(logoCalls.logoUpload.data, '"/a.png"')).toEqual({ url: "/a.png" });
  expect(read(videoCalls.taskVideos.data, '["/a.mp4"]')).toMatchObject([{ id: "/a.mp4", url: "/a.mp4" }]);
  expect(read(videoCalls.taskVideos.data, '{"url":"/a.mp4"}')).toMatchObject([{ url: "/a.mp4" }]);
  expect(read(dictionaryCalls.sysDictQuery.data, '["甲"]')).toMatchObject([{ value: "甲", label: "甲" }]);
  expect(read(dictionaryCalls.sysDictQuery.data, '{"a":"甲"}')).toMatchObject([{ value: "a", label: "甲" }]);
  expect(read(managementCalls.queryCompanynames.data, '{"7":"甲"}')).toEqual([{ id: "7", name: "甲" }]);
  expect(read(companyCalls.companyPageList.data, "true")).toBeUndefined();
});

const playable = { status: "live", playable: true, fallback: ["hls", "webrtc"] };
test.each([
  ['"http://h/1.flv"', { url: "http://h/1.flv", protocol: "http-flv", ...playable }],
  ['{"playUrl":"http://h/1.flv","status":1}', { url: "http://h/1.flv", ...playable }],
  ['{"url":"http://h/1.flv","status":"connecting","fallback":[]}', { status: "connecting", fallback: [] }],
  ['{"url":"http://h/1.flv","status":"ended"}', { status: "ended" }],
  [
    '{"url":"","message":"设备不在线"}',
    { url: "", status: "offline", playable: false, message: "设备不在线" },
  ],
  ["null", { url: "", status: "offline", message: "平台没有给出画面地址，请联系平台的管理员" }],
])("the live picture that is answered as %s", async (data, picture) => {
  const pulled = createAnsweredClient(`{"state":0,"data":${data}}`).call(videoCalls.mediaPull, {
    params: { taskId: "7", mode: "flv" },
    query: { quality: 0 },
  });
  expect(await pulled).toMatchObject({ taskId: "7", mode: "flv", ...picture });
});

test("nodes deeper than a tree may be are left out", () => {
  const node = z.object({ id, children: z.array(z.never()) });
  expect(readLeniently(z.array(node), '{"state":0,"data":[{"id":1,"children":[{"id":2}]}]}', false)).toEqual([
    { id: "1", children: [] },
  ]);
});

test("an id and a task's id stand for one another", () => {
  const flight = z.array(z.object({ id, taskId: id, name: z.string() }));
  expect(readLeniently(flight, '{"state":0,"data":[{"id":1},{"taskId":2}]}', false)).toMatchObject([
    { id: "1", taskId: "1" },
    { id: "2", taskId: "2" },
  ]);
});

test.each([
  ["attachment; filename*=UTF-8''%E4%BC%81.xlsx", "", "企.xlsx"],
  ['attachment; filename="a b.csv"', "", "a b.csv"],
  ["attachment; filename=100%.csv", "", "100%.csv"],
  ["", "text/csv; charset=gbk", "export.csv"],
  ["", "application/octet-stream", "export.xlsx"],
])("the file of %s and %s", (disposition, type, name) => {
  expect(readFileName(new Headers({ "content-disposition": disposition, "content-type": type }))).toBe(name);
});
