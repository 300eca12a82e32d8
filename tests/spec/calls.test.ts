import { beforeEach, describe, expect, test } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { allSamples } from "../contract/samples/allSamples.ts";
import type { Sample } from "../contract/samples/sample.ts";
import type { SampleContext } from "../contract/samples/sampleContext.ts";
import { setupSampleContext } from "../contract/samples/setupSampleContext.ts";
import { type CallResponse, injectUntyped, type UntypedArgs } from "../helpers/injectCall.ts";
import {
  type ConsoleRole,
  openSession,
  type RequestHeaders,
  type TestPlatform,
} from "../helpers/testPlatform.ts";
import { createFlightFactory, postTelemetry } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";
import { type CallLine, callLines, callRoles, type Reach } from "./callTable.ts";

const bases = { api: "/wms/api", proxy: "", device: "", hangar: "", graphql: "" } as const;
const getCallName = ({ host, method, path }: Endpoint) =>
  `${method} ${bases[host]}${path.replaceAll(/:(\w+)/g, "{$1}")}`;

// Erases the calls' types for loops over all calls.
const samples = allSamples as Readonly<Record<string, Sample<Endpoint>>>;
const endpoints = new Map(
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => [
    getCallName(endpoint),
    { endpoint, sample: samples[name] },
  ]),
);

test("the table has exactly one line for every call of the contract", () => {
  const listedCalls = callLines.map(({ call }) => call);
  expect([...listedCalls].sort()).toEqual([...endpoints.keys()].sort());
});

const cases = callLines.map((line) => [line.call, line] as const);
const openRoleSession = (ctx: TestPlatform, role: ConsoleRole) =>
  openSession(ctx.platform, ctx.staff[role].id);
const getAllowedRoles = ({ reach }: CallLine) => callRoles.filter((role) => reach[role] === "可");

/** Arguments for testing access: invalid ones if the sample has any, so that the call changes nothing. */
async function prepareCall(
  line: CallLine,
  world: SampleContext,
): Promise<{ endpoint: Endpoint; args: UntypedArgs }> {
  const { endpoint, sample } = endpoints.get(line.call) ?? {};
  if (!endpoint) throw new Error(`There is no ${line.call}`);
  return { endpoint, args: sample?.invalid?.args ?? (await sample?.args(world)) ?? {} };
}

function getReach({ host }: Endpoint, { status, body }: CallResponse): Reach {
  if (host === "proxy" ? body.code === 50008 : status === 401) return "401";
  if (body.state === -3 || body.code === -3) return "无权限";
  expect([200, 400], body.message).toContain(status);
  return "可";
}

describe("access by role", () => {
  const world = setupSampleContext({ seedDemoData: true });

  test.each(cases)("%s", async (_call, line) => {
    const { ctx } = world();
    const { endpoint, args } = await prepareCall(line, world());
    const sendAndGetReach = async (headers: RequestHeaders) => {
      const before = await ctx.db.$count(auditLog);
      const reach = getReach(endpoint, await injectUntyped(ctx.app, endpoint, args, headers));
      if (reach !== "可") expect(await ctx.db.$count(auditLog), "rows of a refused call").toBe(before);
      return reach;
    };
    const reach: Record<string, Reach> = {};
    for (const role of callRoles) reach[role] = await sendAndGetReach(await openRoleSession(ctx, role));
    expect({ ...reach, 未登录: await sendAndGetReach({}) }).toEqual(line.reach);
  });
});

describe("audit rows", { tags: "full" }, () => {
  const world = setupSampleContext({ seedDemoData: true });
  // One sample disables a staff member who signs in for the next one.
  beforeEach(() => world().ctx.db.update(staff).set({ status: "normal" }));

  const signed = "POST /iapi/telemetry";
  test.each(cases.filter(([call]) => call !== signed))("%s", async (call, line) => {
    const { endpoint, sample } = endpoints.get(call) ?? {};
    if (!endpoint || !sample) throw new Error(`${call} has no sample`);
    const { ctx } = world();
    const args: UntypedArgs = await sample.args(world());
    const headers = await openRoleSession(ctx, sample.role);
    const before = await ctx.db.$count(auditLog);
    const { status, body } = await injectUntyped(ctx.app, endpoint, args, headers);
    expect([status, body.code ?? body.state], body.message).toEqual([
      200,
      endpoint.host === "proxy" ? 20000 : endpoint.kind === "blob" ? Number.NaN : 0,
    ]);
    const rows = (await ctx.db.$count(auditLog)) - before;
    expect({ audit: rows > 0 ? "有" : "无", rows }).toEqual({
      audit: line.audit,
      rows: line.audit === "有" ? 1 : 0,
    });
  });

  test(`${signed}, which is signed instead of sent with a session`, async () => {
    const { ctx } = world();
    const factory = await createFlightFactory(ctx);
    const company = await factory.createCompany();
    const { droneSn } = await factory.task(company);
    const key = await factory.key(company.id);
    const before = await ctx.db.$count(auditLog);
    const sample = { droneSn, seq: 1, tSrc: ctx.clock.now().getTime(), ...samplePosition(0) };
    expect(await postTelemetry(ctx, key, { samples: [sample] })).toMatchObject({ data: { accepted: 1 } });
    const line = callLines.find(({ call }) => call === signed);
    expect((await ctx.db.$count(auditLog)) - before).toBe(line?.audit === "无" ? 0 : 1);
  });
});

describe("rate limits", { tags: "full" }, () => {
  const limits = { RATE_LIMIT: "2", LIST_RATE_LIMIT: "3", PHONE_SEARCH_LIMIT: "1" };
  const world = setupSampleContext({ seedDemoData: true, env: { ...limits, TRUST_PROXY: "127.0.0.1" } });

  const read = readSettings({});
  if ("errors" in read) throw new Error(read.errors.join("\n"));
  const { rateLimit, listRateLimit, phoneSearchLimit } = read.settings;
  let addresses = 0;

  test.each(cases)("%s", async (_call, line) => {
    const { ctx } = world();
    const { endpoint, args } = await prepareCall(line, world());
    const [role = "admin"] = getAllowedRoles(line);
    const address = () => `10.0.1.${++addresses % 250}`;
    const sendFrom = (as: RequestHeaders, from: string, what = args) =>
      injectUntyped(ctx.app, endpoint, what, { ...as, "x-forwarded-for": from });
    /** The limit that refuses the third or fourth of four requests, with a Retry-After header; empty where none does. */
    const findLimit = async (next: () => Promise<readonly [RequestHeaders, string]>): Promise<string> => {
      for (const answered of [0, 1, 2, 3]) {
        const { status, headers } = await sendFrom(...(await next()));
        if (status !== 429) continue;
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
        return `${{ 2: rateLimit, 3: listRateLimit }[answered]}/分`;
      }
      return "";
    };
    const sharedAddress = address();
    const byAddress = await findLimit(async () => [{}, sharedAddress]);
    const waitAnHour = () => ctx.clock.advance(3_600_000);
    waitAnHour();
    // Each from a new login and a new address.
    const byPerson = await findLimit(async () => [await openRoleSession(ctx, role), address()]);
    waitAnHour();
    const search = async (keyword: string) =>
      sendFrom(await openRoleSession(ctx, role), address(), withKeyword(endpoint, args, keyword));
    const first = await search("13012340001");
    expect(first.status).not.toBe(429);
    const phones = acceptsKeyword(endpoint) && (await search("13012340002")).status === 429;
    expect({
      byAddress,
      byPerson,
      phones: phones ? `${phoneSearchLimit}/时` : "",
    }).toEqual({ byAddress: line.byAddress, byPerson: line.byPerson, phones: line.phones });
  });
});

function acceptsKeyword({ body, query }: Endpoint): boolean {
  return [body, query].some(
    (schema) => "keyword" in ((schema as { shape?: object } | undefined)?.shape ?? {}),
  );
}

/** Adds a keyword if the call accepts one, with the first page of a list. */
function withKeyword(endpoint: Endpoint, args: UntypedArgs, keyword: string): UntypedArgs {
  if (!acceptsKeyword(endpoint)) return args;
  if (endpoint.method === "GET") return { query: { keyword } };
  const paged = "pageNo" in ((endpoint.body as { shape?: object } | undefined)?.shape ?? {});
  return { body: paged ? { pageNo: 1, pageSize: 1, keyword } : { keyword } };
}

describe.each([
  {
    what: "an initial password is changed",
    env: { NODE_ENV: "production" },
    state: { mustChange: true },
    reason: "initialPassword",
    message: "请先修改初始密码",
  },
  {
    what: "a second factor is enabled",
    env: { SECOND_FACTOR_ROLES: "admin,operator,finance,maintainer,duty" },
    state: { totpSecret: null },
    reason: "secondFactor",
    message: "您的角色必须启用二次验证，请先启用",
  },
])("calls until $what", { tags: "full" }, ({ env, state, reason, message }) => {
  const world = setupSampleContext({ env });
  beforeEach(() => world().ctx.db.update(staff).set(state));

  test.each(cases.filter(([, { duringSetup }]) => duringSetup !== ""))("%s", async (call, line) => {
    const { endpoint, sample } = endpoints.get(call) ?? {};
    if (!endpoint) throw new Error(`There is no ${call}`);
    const { ctx } = world();
    // Samples that look up demo data would fail here; the check does not depend on the arguments.
    const args: UntypedArgs =
      sample?.invalid?.args ?? (line.duringSetup === "可" ? await sample?.args(world()) : {}) ?? {};
    for (const role of getAllowedRoles(line)) {
      const { status, body } = await injectUntyped(ctx.app, endpoint, args, await openRoleSession(ctx, role));
      const refused = (body.data as { reason?: unknown } | null)?.reason === reason;
      expect(refused ? "拒绝" : "可").toBe(line.duringSetup);
      if (refused) expect([status, body.code ?? body.state, body.message]).toEqual([200, -1, message]);
    }
  });
});
