import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import { injectUntyped, type UntypedArgs } from "../helpers/injectCall.ts";
import { type ConsoleRole, openSession, type RequestHeaders } from "../helpers/testPlatform.ts";
import { implementedCalls, matchesCall } from "../spec/specifiedCalls.ts";
import { allSamples } from "./samples/allSamples.ts";
import type { Sample } from "./samples/sample.ts";
import { setupSampleContext } from "./samples/setupSampleContext.ts";

// Roles, audit rows and limits are compared with a table written by hand in tests/spec/calls.test.ts.
// Cast: a loop over all calls has only the type `Endpoint`.
const calls = Object.entries<Endpoint>(contract)
  .filter(([, { access }]) => access !== "signed")
  .map(
    ([name, endpoint]) => [name, endpoint, (allSamples as Record<string, Sample<Endpoint>>)[name]] as const,
  );

const getContext = setupSampleContext({ seedDemoData: true });
const openRoleSession = (role: ConsoleRole) =>
  openSession(getContext().ctx.platform, getContext().ctx.staff[role].id);
const countAuditRows = () => getContext().ctx.db.$count(auditLog);
const endSession = (headers: RequestHeaders, end: Partial<typeof sessions.$inferInsert>) =>
  getContext()
    .ctx.db.update(sessions)
    .set(end)
    .where(eq(sessions.tokenHash, hashToken(headers.authorization ?? "")));

/** Refused without asking the database: on a PostgreSQL server it runs in full only. */
const refusedEarly = { tags: process.env["TEST_DATABASE_URL"] ? ["full"] : [] };

/** One case for the calls it applies to and none for others, so that no test counts as skipped. */
const onceIf = (applies: boolean): readonly null[] => (applies ? [null] : []);

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Endpoints that have returned state 0. */
const succeededCalls = new Set<Endpoint>();

describe.each(calls)("%s", (_name, endpoint, sample) => {
  if (!sample) throw new Error("Every call has a sample");
  const isPublic = endpoint.access === "public";
  const proxy = endpoint.host === "proxy";
  const ask = (args: UntypedArgs, headers: RequestHeaders = {}) =>
    injectUntyped(getContext().ctx.app, endpoint, args, headers);

  test.each(onceIf(!isPublic))(
    "refuses a missing or unknown token, and writes no audit row",
    refusedEarly,
    async () => {
      const args = (sample.invalid?.args ?? {}) as UntypedArgs;
      const before = await countAuditRows();
      const real = await openRoleSession(sample.role);
      const wrong: RequestHeaders[] = [
        {},
        { authorization: "never-issued", "u-token": "never-issued" },
        ...(proxy ? [] : [{ authorization: real.authorization ?? "" }]),
        ...(proxy ? [] : [{ ...real, "u-token": "somebody-elses" }]),
      ];
      for (const headers of wrong) {
        const { status, body } = await ask(args, headers);
        expect(proxy ? body.code : status).toBe(proxy ? 50008 : 401);
        expect(body.message).toMatch(/登录/);
      }
      expect(await countAuditRows()).toBe(before);
    },
  );

  test.each(onceIf(!isPublic))("returns 403 for an expired or revoked token", { tags: "full" }, async () => {
    const now = getContext().ctx.clock.now();
    const expired = await openRoleSession(sample.role);
    await endSession(expired, { expiresAt: now });
    const revoked = await openRoleSession(sample.role);
    await endSession(revoked, { endedAt: now, endReason: "logout" });
    const kicked = await openRoleSession(sample.role);
    await endSession(kicked, { endedAt: now, endReason: "elsewhere" });
    const codes = [50014, 50014, 50012];
    for (const headers of [expired, revoked, kicked]) {
      const { status, body } = await ask(sample.invalid?.args ?? {}, headers);
      const code = codes.shift();
      expect(proxy ? body.code : status).toBe(proxy ? code : 403);
    }
  });

  const { invalid } = sample;
  test.each(onceIf(Boolean(invalid)))(
    "returns 400 for invalid input, with the field",
    refusedEarly,
    async () => {
      const before = await countAuditRows();
      const { status, body } = await ask(invalid?.args ?? {}, await openRoleSession(sample.role));
      expect(status).toBe(400);
      const { issues } = body.data as { issues: { path: string; message: string }[] };
      expect(issues.map(({ path }) => path)).toContain(invalid?.path);
      for (const { message } of issues) expect(message).toMatch(/\p{Script=Han}/u);
      expect(await countAuditRows()).toBe(before);
    },
  );

  test("returns state 0 for valid input and a permitted role", async () => {
    const args: UntypedArgs = await sample.args(getContext());
    const { status, body, headers } = await ask(args, await openRoleSession(sample.role));
    expect(status, body.message).toBe(200);
    if (endpoint.kind === "blob") {
      expect(headers["content-type"]).toBe(sample.contentType ?? workbookType);
      if (sample.hasRows !== false) expect(Number(headers["x-export-rows"])).toBeGreaterThan(0);
    } else expect(proxy ? body.code : body.state, body.message).toBe(proxy ? 20000 : 0);
    succeededCalls.add(endpoint);
  });

  test.each(onceIf(acceptsField(endpoint, "requestId")))("acts once for one requestId", async () => {
    const args: UntypedArgs = await sample.args(getContext());
    const before = await countAuditRows();
    const headers = await openRoleSession(sample.role);
    const first = await ask(args, headers);
    const second = await ask(args, headers);
    expect(first.body.state, first.body.message).toBe(0);
    const { initialPassword, secret, ...stable } = first.body.data as Record<string, unknown>;
    expect(second.body).toMatchObject({ state: 0, data: stable });
    if (initialPassword) expect(second.body.data).toMatchObject({ initialPassword: null });
    if (secret) expect(second.body.data).toMatchObject({ secret: null });
    expect((await countAuditRows()) - before).toBe(1);
  });

  test.each(onceIf(acceptsField(endpoint, "version")))(
    "returns -5 with the current record for a stale version",
    async () => {
      const args: UntypedArgs = await sample.args(getContext());
      const version = getVersion(args);
      const before = await countAuditRows();
      const stale = { ...args, ...withStaleVersion(args, version + 7) };
      const { body } = await ask(stale, await openRoleSession(sample.role));
      expect(body.state, body.message).toBe(-5);
      expect(body.data).toMatchObject({ version });
      expect(await countAuditRows()).toBe(before);
    },
  );

  test("never returns 500, whatever is sent", { tags: "full", timeout: 60_000 }, async () => {
    const headers = await openRoleSession(sample.role);
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("9".repeat(19), "\u0000", "%", "'", "constructor", "__proto__"),
    );
    const value = fc.oneof(fc.jsonValue(), text, fc.integer(), fc.double());
    const valid: UntypedArgs = await sample.args(getContext());
    const broken = fc.record({
      params: fc.record(
        Object.fromEntries(names.map((name) => [name, mostlyValid(valid.params?.[name], text)])),
      ),
      query: fc.dictionary(fc.constantFrom("to", "version", "reason", "x"), text, { maxKeys: 3 }),
      body: fc.oneof(value, breakOneField(valid.body, value)),
    });
    await fc.assert(
      fc.asyncProperty(broken, async (args) => {
        const { status } = await ask(
          endpoint.method === "GET" ? { ...args, body: undefined } : args,
          headers,
        );
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
    expect(getContext().ctx.errors).toEqual([]);
  });
});

/** Whether the call has a field of this name in its body or query. */
function acceptsField({ body, query }: Endpoint, name: string): boolean {
  return [body, query].some((schema) => name in ((schema as { shape?: object } | undefined)?.shape ?? {}));
}

function getVersion({ body, query }: UntypedArgs): number {
  return Number({ ...query, ...(body as object | undefined) }.version);
}

function withStaleVersion(args: UntypedArgs, version: number): UntypedArgs {
  const body = args.body as { version?: unknown } | undefined;
  return body?.version === undefined ? { query: { ...args.query, version } } : { body: { ...body, version } };
}

const mostlyValid = (valid: unknown, wrong: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.constant(String(valid)),
    wrong.filter((text) => text.length > 0 && text.isWellFormed()),
  );

/** The valid body with one field replaced. */
function breakOneField(body: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const fields = Object.keys((body as object | undefined) ?? {});
  if (fields.length === 0) return value;
  return fc
    .tuple(fc.constantFrom(...fields), value)
    .map(([name, wrong]) => ({ ...(body as object), [name]: wrong }));
}

// The calls of the specification are listed in specifiedCalls.ts.
test("every implemented call of the specification has succeeded", () => {
  const missing = implementedCalls.filter((specified) => ![...succeededCalls].some(matchesCall(specified)));
  expect(missing.map(({ row, call }) => `${row} ${call}`)).toEqual([]);
});
