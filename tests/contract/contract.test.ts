import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { tokenHash } from "../../server/auth/tokens.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import { type ConsoleRole, type Headers, openSession } from "../platform.ts";
import { type LooseArgs, sendLoose } from "../send.ts";
import { builtCalls, isOf } from "../spec/specifiedCalls.ts";
import { allSamples } from "./samples/allSamples.ts";
import type { Sample } from "./samples/sample.ts";
import { testWorld } from "./samples/testWorld.ts";

// Roles, audit rows and limits are held to a table written by hand, in tests/spec/calls.test.ts.
// Seam: a loop over all calls knows each only as some call.
const calls = Object.entries<Endpoint>(contract)
  .filter(([, { access }]) => access !== "signed")
  .map(
    ([name, endpoint]) => [name, endpoint, (allSamples as Record<string, Sample<Endpoint>>)[name]] as const,
  );

const world = testWorld({ demo: true });
const session = (role: ConsoleRole) => openSession(world().on.platform, world().on.staff[role].id);
const auditRows = () => world().on.db.$count(auditLog);
const endOf = (headers: Headers, end: Partial<typeof sessions.$inferInsert>) =>
  world()
    .on.db.update(sessions)
    .set(end)
    .where(eq(sessions.tokenHash, tokenHash(headers.authorization ?? "")));

/** One round of a case for the calls it applies to, none for others, so that nothing counts as skipped. */
const once = (applies: boolean): readonly null[] => (applies ? [null] : []);

/** Endpoints that have answered state 0. */
const answered = new Set<Endpoint>();

describe.each(calls)("%s", (_name, endpoint, sample) => {
  if (!sample) throw new Error("Every call has a sample");
  const isPublic = endpoint.access === "public";
  const proxy = endpoint.host === "proxy";
  const ask = (args: LooseArgs, headers: Headers = {}) => sendLoose(world().on.app, endpoint, args, headers);

  test.each(once(!isPublic))(
    "refuses who has no token, or one never issued, and writes nothing",
    async () => {
      const args = (sample.bad?.args ?? {}) as LooseArgs;
      const before = await auditRows();
      const real = await session(sample.role);
      const wrong: Headers[] = [
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
      expect(await auditRows()).toBe(before);
    },
  );

  test.each(once(!isPublic))("answers 403 to a token that has expired or was revoked", async () => {
    const now = world().on.clock.now();
    const expired = await session(sample.role);
    await endOf(expired, { expiresAt: now });
    const revoked = await session(sample.role);
    await endOf(revoked, { endedAt: now, endReason: "logout" });
    const kicked = await session(sample.role);
    await endOf(kicked, { endedAt: now, endReason: "elsewhere" });
    const codes = [50014, 50014, 50012];
    for (const headers of [expired, revoked, kicked]) {
      const { status, body } = await ask(sample.bad?.args ?? {}, headers);
      const code = codes.shift();
      expect(proxy ? body.code : status).toBe(proxy ? code : 403);
    }
  });

  const { bad } = sample;
  test.each(once(Boolean(bad)))("answers 400 to what does not fit, and names the field", async () => {
    const before = await auditRows();
    const { status, body } = await ask(bad?.args ?? {}, await session(sample.role));
    expect(status).toBe(400);
    const { issues } = body.data as { issues: { path: string; message: string }[] };
    expect(issues.map(({ path }) => path)).toContain(bad?.path);
    for (const { message } of issues) expect(message).toMatch(/\p{Script=Han}/u);
    expect(await auditRows()).toBe(before);
  });

  test("answers state 0 to who may and asks rightly", async () => {
    const args: LooseArgs = await sample.args(world());
    const { status, body, headers } = await ask(args, await session(sample.role));
    expect(status, body.message).toBe(200);
    if (endpoint.kind === "blob") {
      expect(headers["content-type"]).toBe(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      );
      expect(Number(headers["x-export-rows"])).toBeGreaterThan(0);
    } else expect(proxy ? body.code : body.state, body.message).toBe(proxy ? 20000 : 0);
    answered.add(endpoint);
  });

  test.each(once(takes(endpoint, "requestId")))(
    "acts once for one requestId, however often it is asked",
    async () => {
      const args: LooseArgs = await sample.args(world());
      const before = await auditRows();
      const headers = await session(sample.role);
      const first = await ask(args, headers);
      const second = await ask(args, headers);
      expect(first.body.state, first.body.message).toBe(0);
      const { initialPassword, secret, ...kept } = first.body.data as Record<string, unknown>;
      expect(second.body).toMatchObject({ state: 0, data: kept });
      if (initialPassword) expect(second.body.data).toMatchObject({ initialPassword: null });
      if (secret) expect(second.body.data).toMatchObject({ secret: null });
      expect((await auditRows()) - before).toBe(1);
    },
  );

  test.each(once(takes(endpoint, "version")))(
    "answers -5 with the present record to a stale version",
    async () => {
      const args: LooseArgs = await sample.args(world());
      const version = versionIn(args);
      const before = await auditRows();
      const stale = { ...args, ...staleOf(args, version + 7) };
      const { body } = await ask(stale, await session(sample.role));
      expect(body.state, body.message).toBe(-5);
      expect(body.data).toMatchObject({ version });
      expect(await auditRows()).toBe(before);
    },
  );

  test("never fails of its own, whatever it is sent", { timeout: 60_000 }, async () => {
    const headers = await session(sample.role);
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("9".repeat(19), "\u0000", "%", "'"));
    const value = fc.oneof(fc.jsonValue(), text, fc.integer(), fc.double());
    const right: LooseArgs = await sample.args(world());
    const broken = fc.record({
      params: fc.record(
        Object.fromEntries(names.map((name) => [name, oftenRight(right.params?.[name], text)])),
      ),
      query: fc.dictionary(fc.constantFrom("to", "version", "reason", "x"), text, { maxKeys: 3 }),
      body: fc.oneof(value, brokenIn(right.body, value)),
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
    expect(world().on.faults).toEqual([]);
  });
});

/** Whether the call has a field of this name in its body or query. */
function takes({ body, query }: Endpoint, name: string): boolean {
  return [body, query].some((schema) => name in ((schema as { shape?: object } | undefined)?.shape ?? {}));
}

function versionIn({ body, query }: LooseArgs): number {
  return Number({ ...query, ...(body as object | undefined) }.version);
}

function staleOf(args: LooseArgs, version: number): LooseArgs {
  const body = args.body as { version?: unknown } | undefined;
  return body?.version === undefined ? { query: { ...args.query, version } } : { body: { ...body, version } };
}

const oftenRight = (right: unknown, wrong: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.constant(String(right)),
    wrong.filter((text) => text.length > 0 && text.isWellFormed()),
  );

/** The right body with one of its fields replaced. */
function brokenIn(body: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const fields = Object.keys((body as object | undefined) ?? {});
  if (fields.length === 0) return value;
  return fc
    .tuple(fc.constantFrom(...fields), value)
    .map(([name, wrong]) => ({ ...(body as object), [name]: wrong }));
}

// The rows of the calls stand in specifiedCalls.ts.
test("every call of the specification that is built has answered rightly", () => {
  const lacking = builtCalls.filter((specified) => ![...answered].some(isOf(specified)));
  expect(lacking.map(({ row, call }) => `${row} ${call}`)).toEqual([]);
});
