/** @module-tag full */

import { sql } from "drizzle-orm";
import fastify from "fastify";
import { beforeEach, expect, test, vi } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import { defineCalls, type Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { Call } from "../../../server/call.ts";
import { registerRoutes } from "../../../server/calls/registerRoutes.ts";
import { injectUntyped } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createServingServices, openSession } from "../../helpers/testPlatform.ts";
import { allSamples } from "../samples/allSamples.ts";
import type { Sample } from "../samples/sample.ts";
import { setupSampleContext } from "../samples/setupSampleContext.ts";

/** `begins` is called before each slow operation, to count the open transactions. */
const slow = vi.hoisted(() => ({ begins: async (): Promise<void> => undefined }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const after =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      await slow.begins();
      return work(...args);
    };
  return { ...real, hash: after(real.hash), verify: after(real.verify) };
});
vi.mock("sharp", async (original) => {
  const real = await original<{ default: typeof import("sharp")["default"] }>();
  return {
    default: new Proxy(real.default, {
      apply: (target, self, args) => {
        void slow.begins();
        return Reflect.apply(target, self, args);
      },
    }),
  };
});

const getContext = setupSampleContext({ seedDemoData: true });
beforeEach(() => {
  slow.begins = async () => undefined;
});

const openRoleSession = (role: ConsoleRole) =>
  openSession(getContext().ctx.platform, getContext().ctx.staff[role].id);

const slowCalls = [
  "login",
  "modifyPwd",
  "sessionUnlock",
  "companyCreate",
  "staffReset",
  "userReset",
  "logoUpload",
  "logoPreview",
] as const;

test.each(slowCalls)("%s holds no transaction while it hashes or renders", async (name) => {
  // Cast: a loop over calls has only the type `Endpoint`.
  const sample = (allSamples as unknown as Record<string, Sample<Endpoint>>)[name];
  const args = await sample?.args(getContext());
  const headers = await openRoleSession(sample?.role ?? "admin");
  const plainTransaction = getContext().ctx.db.transaction.bind(getContext().ctx.db);
  const transaction = vi.spyOn(getContext().ctx.db, "transaction");
  let open = 0;
  transaction.mockImplementation(async (work, ...rest) => {
    open += 1;
    try {
      return await plainTransaction(work, ...rest);
    } finally {
      open -= 1;
    }
  });
  const seen: number[] = [];
  slow.begins = async () => {
    seen.push(open);
  };
  const { body } = await injectUntyped(getContext().ctx.app, contract[name], args ?? {}, headers);
  transaction.mockRestore();
  expect(body.state, body.message).toBe(0);
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set([0]));
});

const calls = defineCalls({
  slowly: { host: "api", method: "POST", path: "/slowly", summary: "慢", access: "session", audit: "staff" },
  quickly: {
    host: "api",
    method: "POST",
    path: "/quickly",
    summary: "快",
    access: "session",
    audit: "staff",
  },
});

test("A call in its prepare phase does not block others, and runs afterwards", async () => {
  const ready = Promise.withResolvers<void>();
  const acts: string[] = [];
  const act = (name: string) => async (_input: object, call: Call) => {
    await call.db.execute(sql`select 1`);
    call.audit({ entityId: null });
    acts.push(name);
    return null;
  };
  const app = fastify();
  registerRoutes(app, createServingServices(getContext().ctx), calls, {
    quickly: act("quick"),
    slowly: {
      prepare: async () => {
        await ready.promise;
        return act("slow");
      },
    },
  });
  const headers = await openRoleSession("duty");
  const slowly = injectUntyped(app, calls.slowly, {}, headers);
  expect((await injectUntyped(app, calls.quickly, {}, headers)).body.state).toBe(0);
  expect(acts).toEqual(["quick"]);
  ready.resolve();
  expect((await slowly).body.state).toBe(0);
  expect(acts).toEqual(["quick", "slow"]);
  await app.close();
});

test("The prepare phase cannot write an audit row", async () => {
  const app = fastify();
  registerRoutes(app, createServingServices(getContext().ctx), calls, {
    slowly: {
      prepare: async (_input, call) => {
        call.audit({ entityId: null });
        return async () => null;
      },
    },
  });
  expect((await injectUntyped(app, calls.slowly, {}, await openRoleSession("duty"))).status).toBe(500);
  expect(getContext().ctx.errors.map(String)).toEqual([
    "Error: /slowly records something before its transaction",
  ]);
  getContext().ctx.errors.length = 0;
  await app.close();
});
