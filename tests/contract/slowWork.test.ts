import { sql } from "drizzle-orm";
import fastify from "fastify";
import { beforeEach, expect, test, vi } from "vitest";
import { contract } from "../../adapters/contract/contract.ts";
import { defineCalls, type Endpoint } from "../../adapters/contract/endpoint.ts";
import type { Call } from "../../server/call.ts";
import { serve } from "../../server/serve.ts";
import { type ConsoleRole, openSession, servingOf } from "../platform.ts";
import { sendLoose } from "../send.ts";
import { allSamples } from "./samples/allSamples.ts";
import type { Sample } from "./samples/sample.ts";
import { testWorld } from "./samples/testWorld.ts";

/** What slow work does before its work: it asks for the database, which a call that holds it would not give. */
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

const world = testWorld({ demo: true });
beforeEach(() => {
  slow.begins = async () => undefined;
});

const session = (role: ConsoleRole) => openSession(world().on.platform, world().on.staff[role].id);

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

test.each(slowCalls)("%s leaves the database to others while it hashes or draws", async (name) => {
  // Seam: a loop over calls knows each only as some call.
  const sample = (allSamples as unknown as Record<string, Sample<Endpoint>>)[name];
  const args = await sample?.args(world());
  const headers = await session(sample?.role ?? "admin");
  const plainTransaction = world().on.db.transaction.bind(world().on.db);
  const transaction = vi.spyOn(world().on.db, "transaction");
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
  const { body } = await sendLoose(world().on.app, contract[name], args ?? {}, headers);
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

test("A call that is preparing holds nobody up, and acts once it is prepared", async () => {
  const ready = Promise.withResolvers<void>();
  const acts: string[] = [];
  const act = (name: string) => async (_input: object, call: Call) => {
    await call.db.execute(sql`select 1`);
    call.audit({ entityId: null });
    acts.push(name);
    return null;
  };
  const app = fastify();
  serve(app, servingOf(world().on), calls, {
    quickly: act("quick"),
    slowly: {
      prepare: async () => {
        await ready.promise;
        return act("slow");
      },
    },
  });
  const headers = await session("duty");
  const slowly = sendLoose(app, calls.slowly, {}, headers);
  expect((await sendLoose(app, calls.quickly, {}, headers)).body.state).toBe(0);
  expect(acts).toEqual(["quick"]);
  ready.resolve();
  expect((await slowly).body.state).toBe(0);
  expect(acts).toEqual(["quick", "slow"]);
  await app.close();
});

test("Preparing can record nothing", async () => {
  const app = fastify();
  serve(app, servingOf(world().on), calls, {
    slowly: {
      prepare: async (_input, call) => {
        call.audit({ entityId: null });
        return async () => null;
      },
    },
  });
  expect((await sendLoose(app, calls.slowly, {}, await session("duty"))).status).toBe(500);
  expect(world().on.faults.map(String)).toEqual(["Error: /slowly records something before its transaction"]);
  world().on.faults.length = 0;
  await app.close();
});
