import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createDataFactory } from "../contract/fixtures/createDataFactory.ts";
import { createTestPlatform, type RequestHeaders, type TestPlatform } from "../helpers/testPlatform.ts";
import { createDroneRow, createKeyRow, createReportedTask, type SigningKey } from "./createReportedTask.ts";
import { samplePosition } from "./setupFleet.ts";

type TaskFields = Partial<typeof tasks.$inferInsert>;

/** Creates companies, tasks and access keys on a test platform. */
export async function createFlightFactory(ctx: TestPlatform) {
  const factory = await createDataFactory(ctx);
  const { db, clock, platform } = ctx;
  let count = 0;

  async function registerDrone(company: { id: string; name: string }, sn: string) {
    const [existing] = await db.select().from(drones).where(eq(drones.sn, sn));
    if (existing) return;
    const identity = { id: platform.newId(), createdAt: clock.now(), sn };
    await db.insert(drones).values(createDroneRow(company, identity));
  }

  return {
    ...factory,
    registerDrone,
    task: async (company: { id: string; name: string }, fields: TaskFields = {}) => {
      const n = ++count;
      // Of another day than the numbers that the server gives.
      const taskNo = `RW20260101${String(n).padStart(6, "0")}`;
      const [name, droneSn] = [`测试飞行${n}`, `SN${n}`];
      await registerDrone(company, fields.droneSn ?? droneSn);
      const search = `${taskNo.toLowerCase()}\u001f${name}\u001f${droneSn.toLowerCase()}`;
      const identity = { id: platform.newId(), createdAt: clock.now(), taskNo, name, droneSn, search };
      const [created] = await db
        .insert(tasks)
        .values({ ...createReportedTask(company, identity), ...fields })
        .returning();
      if (!created) throw new Error("The task was not created");
      return created;
    },
    /** Stores that a task is over. */
    endTask: (id: string) =>
      db.update(tasks).set({ status: "aborted", endedAt: clock.now() }).where(eq(tasks.id, id)),
    freeze: (companyId: string) =>
      db.update(companies).set({ status: "frozen" }).where(eq(companies.id, companyId)),
    key: async (companyId: string): Promise<SigningKey> => {
      const accessKey = `AK${++count}`;
      const key = { accessKey, secret: `secret-of-${accessKey}` };
      const owner = { companyId, createdBy: ctx.staff.admin.id, createdAt: clock.now() };
      await db.insert(accessKeys).values(createKeyRow(platform, key, owner));
      return key;
    },
  };
}

/** A platform with a company and its access key. */
export async function setupFlights(env: Readonly<Record<string, string>> = {}) {
  const ctx = await createTestPlatform({ env });
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  return { ctx, factory, company, key: await factory.key(company.id) };
}

export interface SigningOverrides {
  readonly method?: string;
  readonly path?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly secret?: string;
  /** Body to send instead of the signed one. */
  readonly sent?: string;
}

/** Creates a sample at the first position and the current time; `fields` override it. */
export const createSample = (ctx: TestPlatform, droneSn: string, fields: object = {}) => ({
  droneSn,
  seq: 1,
  tSrc: ctx.clock.now().getTime(),
  ...samplePosition(0),
  ...fields,
});

let nonces = 0;

/** The headers of a signed call with this body. */
export function signTelemetry(
  ctx: TestPlatform,
  key: SigningKey,
  text: string,
  overrides: SigningOverrides = {},
): RequestHeaders {
  const timestamp = overrides.timestamp ?? String(ctx.clock.now().getTime());
  const nonce = overrides.nonce ?? `nonce-number-${++nonces}`;
  const signed = `${overrides.method ?? "POST"}\n${overrides.path ?? "/iapi/telemetry"}\n${timestamp}\n${nonce}\n${text}`;
  const signature = createHmac("sha256", overrides.secret ?? key.secret)
    .update(signed)
    .digest("hex");
  return {
    "x-access-key": key.accessKey,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signature,
  };
}

/** Posts signed telemetry; `overrides` break parts of the signature. */
export async function postTelemetry(
  ctx: TestPlatform,
  key: SigningKey,
  body: unknown,
  overrides: SigningOverrides = {},
) {
  const text = JSON.stringify(body);
  const response = await ctx.app.inject({
    method: "POST",
    url: "/iapi/telemetry",
    headers: { "content-type": "application/json", ...signTelemetry(ctx, key, text, overrides) },
    payload: overrides.sent ?? text,
  });
  return {
    status: response.statusCode,
    retryAfter: response.headers["retry-after"],
    ...response.json<{ state: number; message: string; data: unknown }>(),
  };
}

/** Sends one sample of a drone each second, and lets the server tick. */
export function createFlyer(ctx: TestPlatform, key: SigningKey, droneSn: string) {
  const send = async (fields: object) => {
    ctx.clock.advance(1_000);
    const answer = await postTelemetry(ctx, key, { samples: [createSample(ctx, droneSn, fields)] });
    ctx.live.tick();
    await ctx.live.writes.flush();
    return answer;
  };
  return {
    send,
    /** One sample a second of a phase, moving north by `metres` each. */
    fly: async (phase: string | null, seconds: number, fields: object = {}) => {
      for (let i = 0; i < seconds; i++)
        await send({ phase, hRel: 60, vH: 5, ...samplePosition(i * 5), ...fields });
    },
    /** Time without samples. */
    wait: async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        ctx.clock.advance(1_000);
        ctx.live.tick();
      }
      await ctx.live.writes.flush();
    },
  };
}
