import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { boxSamples } from "../contract/samples/deviceSamples.ts";
import { createEndedFlight, createTask } from "../contract/samples/flightSamples.ts";
import { createSampleContext } from "../contract/samples/sampleContext.ts";
import { listenSocket } from "../contract/socket/socketClient.ts";
import { type ForeignPlatform, startForeignPlatform } from "../foreign/foreignPlatform.ts";
import { createTestPlatform, testPassword } from "../helpers/testPlatform.ts";
import { readOptions } from "./readOptions.ts";
import { formatReport, type Outcome, type Result } from "./report.ts";
import { runConformance } from "./runConformance.ts";

const quick = { watchMs: 200, heartbeatMs: 50 };

const runForeign = (platform: ForeignPlatform, write = false, lasting = false) =>
  runConformance({
    api: new URL(platform.apiUrl).origin,
    proxy: platform.proxyUrl,
    device: platform.deviceUrl,
    hangar: platform.hangarUrl,
    socket: platform.socketUrl,
    ...platform.account,
    write,
    lasting,
    extensions: false,
    now: new Date(),
    ...quick,
  });

const rowsOf = (results: readonly Result[], wanted: Outcome) =>
  results.filter(({ outcome }) => outcome === wanted).map(({ row }) => row);
/** The lines of one row. */
const linesOf = (results: readonly Result[], row: string) =>
  formatReport(results.filter((result) => result.row === row)).slice(0, -1);

test("this platform answers every call as its contract says", async () => {
  const ctx = await createTestPlatform({ seedDemoData: true });
  const world = createSampleContext(ctx);
  await createTask(world, { status: "running" });
  await createEndedFlight(world);
  await ctx.callAs("admin", boxCalls.boxAdd, await boxSamples.boxAdd.args(world));
  const socket = await listenSocket(ctx);
  const results = await runConformance({
    api: socket.replace(/^ws(.*)\/ws$/, "http$1"),
    phoneNumber: ctx.staff.admin.phoneNumber,
    password: testPassword,
    write: true,
    lasting: true,
    extensions: true,
    now: ctx.clock.now(),
    ...quick,
  });
  await ctx.close();
  expect(results.filter(({ outcome }) => outcome === "differs")).toEqual([]);
  expect(results.flatMap(({ notes }) => notes)).toEqual([]);
  // A warning, a password, messages to people.
  const never = ["R-074", "R-075", "R-093", "R-095"];
  expect(rowsOf(results, "not tried").sort()).toEqual(never);
  const probed = results.filter(({ remark }) => remark === "asked with the id of no record");
  expect(probed.map(({ row }) => row).sort()).toEqual(["R-096", "R-104", "R-107", "R-111", "R-116", "R-134"]);
  // The 80 calls of section 7, the template's two, and six rules of the socket.
  expect(results).toHaveLength(88);
});

test("of a platform whose names begin with a capital all is read but the state that the specification names", async () => {
  await using plain = await startForeignPlatform();
  await using capital = await startForeignPlatform({ hasCapitals: true });
  const [expected, found] = [await runForeign(plain), await runForeign(capital)];
  const failed = rowsOf(found, "differs").filter((row) => !rowsOf(expected, "differs").includes(row));
  expect(failed.sort()).toEqual(["R-073", "R-253", "R-254"]);
  expect(rowsOf(found, "not tried")).toEqual(rowsOf(expected, "not tried"));
});

test("an answer without a state is said to be one, and what was not tried has its own reason", async () => {
  await using platform = await startForeignPlatform();
  platform.setAnswer("POST /user/pageList", { body: { success: true, data: { list: [{ id: 1 }] } } });
  platform.setAnswer("POST /company/account/create", { body: { state: 1, message: "不允许" } });
  const lasting = await runForeign(platform, true, true);
  expect(linesOf(lasting, "R-077")).toContain("    taken for done without a state");
  expect(linesOf(lasting, "R-101")).toEqual([
    "R-101  not tried  POST /order/v3/create (the company or what it needs before it was not made)",
  ]);
  platform.setAnswer("POST /user/login", { body: { state: 1, message: "密码错误" } });
  const signedOut = await runForeign(platform);
  expect(linesOf(signedOut, "R-101")).toEqual([
    "R-101  not tried  POST /order/v3/create (nobody is signed in)",
  ]);
});

test("what another platform answers differently is named by row, field, and what came", {
  tags: "full",
}, async () => {
  await using platform = await startForeignPlatform();
  const before = await runForeign(platform);
  // Names without ids: of which companies cannot be known.
  expect(rowsOf(before, "differs").sort()).toEqual(["R-133"]);
  // A list of days with their numbers is read as such.
  expect(linesOf(before, "R-138")[0]).toBe("R-138  passed     POST /statistics/company");
  expect(linesOf(before, "R-132")).toEqual([
    "R-132  passed     POST /management/pageListCompany",
    "    shown as empty, data.list[]: name",
    "    shown as it is, data.list[].status: 0 is not one of normal, frozen",
  ]);

  platform.setAnswer("POST /company/pageList", { body: { state: 0, data: { total: 3 } } });
  platform.setAnswer("POST /user/pageList", { body: { state: 200, message: "ok", data: { list: [] } } });
  platform.setAnswer("POST /goodsInfo/pageList", { body: { state: 0, data: { list: [{ name: "甲" }] } } });
  platform.setAnswer("GET /region/list/{id}", { status: 404, text: "Not Found" });
  platform.setAnswer("POST /sms/list/page", { text: "<html></html>" });
  platform.setAnswer("POST /order/v3/export", { body: { state: -1, message: "没有数据" } });
  platform.setAnswer("POST /iapi/box/list", {
    body: { state: 0, data: { list: [{ id: "b-1", lastSeenAt: "soon" }] } },
  });
  platform.setAnswer("POST /channelCode/pageList", {
    body: { code: 200, msg: "ok", data: { rows: [{ id: 1, name: "甲", createTime: 1764000000 }], total: 1 } },
  });
  platform.setAnswer("GET /checkPwdStatus", { body: { code: 200, msg: "ok" } });
  platform.setAnswer("POST /invoice/pageList", {
    body: { state: 0, data: { list: [{ id: 1, amountFen: "12.50" }] } },
  });
  platform.setAnswer("GET /task/history/track/{id}", {
    body: {
      state: 0,
      data: [
        [105.4, 39.9],
        [105.5, 39.9],
      ],
    },
  });
  platform.socket.refuse(true);
  const planted = await runForeign(platform);
  const lines = ["R-084", "R-077", "R-124", "R-092", "R-094", "R-105", "R-141", "R-171"].flatMap(
    (row) => linesOf(planted, row)[1],
  );
  expect(lines).toEqual([
    "    data.list: expected a list, came nothing",
    '    state: expected 0, came 200 with the message "ok"',
    "    data.list[].id: expected a text, came nothing",
    '    HTTP status: expected 200, came 404 "Not Found"',
    '    body: expected a JSON object, came "<html></html>"',
    '    state: expected 0, came -1 with the message "没有数据"',
    '    data.list[].lastSeenAt: expected a time such as 2026-01-31T08:00:00Z, came "soon"',
    "    line: expected an open one within 10 s, came none",
  ]);
  expect(linesOf(planted, "R-082").at(-1)).toBe(
    "    data: expected what can be shown in full, came 平台给出的航迹只有位置、没有时间，无法回放，请联系平台的管理员。",
  );
  const channelLines = linesOf(planted, "R-128");
  expect(channelLines[0]).toBe("R-128  passed     POST /channelCode/pageList");
  expect(channelLines[2]).toBe("    read in place of the state: code 200");
  expect(channelLines[1]).not.toMatch(/name|createdAt/);
  expect(linesOf(planted, "R-073")[1]).toBe("    state: expected 0, came code 200");
  expect(linesOf(planted, "R-110")[1]).toBe(
    '    data.list[].amountFen: expected a whole number of fen, came "12.50"',
  );
  // What asks for a company cannot be asked.
  expect(linesOf(planted, "R-088")).toEqual([
    "R-088  not tried  GET /company/childUsers/{id} (/company/pageList names no record to ask for)",
  ]);
  const acts = platform.requests.filter(
    ({ method, call = "" }) =>
      method === "PUT" ||
      method === "DELETE" ||
      /add|update|create|del|send|shelf|soldOut|ignore/i.test(call),
  );
  expect(acts.map(({ call }) => call).filter((call) => call !== "GET /device/createBoxMac")).toEqual([]);
});

test("with --write a platform's own records are not touched", { tags: "full" }, async () => {
  await using platform = await startForeignPlatform();
  const results = await runForeign(platform, true);
  expect(linesOf(results, "R-129")[1]).toMatch(
    /^ {4}data\.id: expected the id, or 接口核对\w+ in the list, came nothing$/,
  );
  expect(linesOf(results, "R-131")).toEqual([
    "R-131  not tried  DELETE /channelCode/delete/{id} (nothing was created)",
  ]);
  const written = platform.requests.filter(({ method }) => method === "PUT" || method === "DELETE");
  const ids = Object.values([
    "user",
    "company",
    "order",
    "invoice",
    "service",
    "goods",
    "sms",
  ] as const).flatMap(platform.ids);
  const sent = written.map(({ path: asked, rawBody }) => `${asked} ${rawBody}`).join("\n");
  expect(written.length).toBeGreaterThan(5);
  expect(ids.filter((id) => new RegExp(`\\b${id}\\b`).test(sent))).toEqual([]);
});

test("the command prints the report and fails where something differs", { tags: "full" }, async () => {
  await using platform = await startForeignPlatform();
  const { phoneNumber, password } = platform.account;
  const args = ["--api", new URL(platform.apiUrl).origin, "--account", `${phoneNumber}:${password}x`];
  const root = path.resolve(import.meta.dirname, "../..");
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(process.execPath, ["scripts/conformance.mjs", ...args], { cwd: root }, (error, printed) =>
      resolve({ code: error?.code, stdout: printed }),
    );
  });
  expect(stdout.split("\n").slice(0, 3)).toEqual([
    "R-070  differs    POST /user/login",
    '    state: expected 0, came -1 with the message "账号或密码错误"',
    "R-071  not tried  POST /logo/upload (nobody is signed in)",
  ]);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("0 passed, 1 differ, 87 not tried");
  expect(code).toBe(1);
});

test.each([
  [[], "--api is missing: the address of the platform, without /wms/api"],
  [["--api", "here"], "--api is no address: here"],
  [["--api", "http://a", "--account", "138"], "--account is missing: a phone number and its password, as"],
  [["--apis"], "Unknown option '--apis'"],
])("wrong arguments %j are told in one line", (args, line) => {
  const account = args.includes("here") ? ["--account", "1:2"] : [];
  expect(readOptions([...args, ...account])).toEqual({
    error: expect.stringMatching(new RegExp(`^${line.replaceAll(/[.*+?^()[\]]/g, "\\$&")}.*\\nnpm run `)),
  });
});
