import { asc, eq } from "drizzle-orm";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { createDemoGateway } from "../../../demo/createDemoGateway.ts";
import type { Db } from "../../../server/db/handle.ts";
import { type SmsRecord, smsMessages } from "../../../server/db/schema/sms.ts";
import { smsBatches } from "../../../server/db/schema/smsBatch.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { claimNextSms } from "../../../server/sms/claimNextSms.ts";
import { fetchReports } from "../../../server/sms/fetchReports.ts";
import type { GatewayMessage, SmsGateway } from "../../../server/sms/gateway.ts";
import { submitSms } from "../../../server/sms/submitSms.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import {
  createTestPlatform,
  openSession,
  type RequestHeaders,
  type TestPlatform,
} from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

type BulkBody = Parameters<typeof injectCall<typeof smsCalls.smsSendAll>>[2]["body"];

const fixedDate = new Date("2026-01-05T02:00:00.000Z");
let recordCount = 0;
const nextId = () => `82000000000000${String(++recordCount).padStart(5, "0")}`;

/** Inserts a message, by default a queued notice. */
export async function insertSms(db: Db, fields: Partial<typeof smsMessages.$inferInsert> = {}) {
  const [record] = await db
    .insert(smsMessages)
    .values({
      id: nextId(),
      createdAt: fixedDate,
      updatedAt: fixedDate,
      phone: "13700000000",
      type: "notice",
      signature: "低空服务平台",
      content: "【低空服务平台】测试",
      parts: 1,
      senderName: "运营乙",
      urgency: 1,
      notBefore: fixedDate,
      search: "【低空服务平台】测试",
      ...fields,
    })
    .returning();
  if (!record) throw new Error("The message was not written");
  return record;
}

/** Inserts a bulk batch, by default in progress. */
export async function insertBatch(db: Db, fields: Partial<typeof smsBatches.$inferInsert> = {}) {
  const [record] = await db
    .insert(smsBatches)
    .values({
      id: nextId(),
      createdAt: fixedDate,
      updatedAt: fixedDate,
      type: "notice",
      content: "【低空服务平台】测试",
      parts: 1,
      total: 1,
      senderName: "运营乙",
      notBefore: fixedDate,
      ...fields,
    })
    .returning();
  if (!record) throw new Error("The batch was not written");
  return record;
}

/** Inserts a decline by reply; returns its id. */
export async function insertDecline(db: Db, phone: string): Promise<string> {
  const [record] = await db.insert(smsDeclines).values({ phone, at: fixedDate, source: "reply" }).returning();
  if (!record) throw new Error("The decline was not written");
  return record.id;
}

/** Helpers of SMS tests. */
export interface SmsFixture {
  readonly ctx: TestPlatform;
  readonly factory: Awaited<ReturnType<typeof createDataFactory>>;
  readonly operator: RequestHeaders;
  /** Advances the clock and opens a new session of the operator, since the old one may have expired. */
  readonly advance: (ms: number) => Promise<void>;
  readonly nextRequestId: () => string;
  readonly sendSingle: (phone: string, type: "verify" | "notice" | "marketing") => Promise<CallResponse>;
  readonly sendBulk: (body: Partial<BulkBody>) => Promise<CallResponse>;
  /** All messages in the order of creation. */
  readonly getAll: () => Promise<SmsRecord[]>;
  readonly getOne: (id: string) => Promise<SmsRecord>;
  /** Submits all due messages; returns what the gateway received. */
  readonly drain: (gateway?: SmsGateway) => Promise<readonly GatewayMessage[]>;
  /** Fetches reports once. */
  readonly fetchReports: (gateway?: SmsGateway) => Promise<void>;
}

/** Creates a platform with an operator and the demo gateway. */
export async function createSmsFixture(env: Readonly<Record<string, string>> = {}): Promise<SmsFixture> {
  const ctx = await createTestPlatform({ env });
  const { db, clock } = ctx;
  let operator = await ctx.loginAs("operator");
  const gatewayStub = createDemoGateway(clock.now);
  const senderContext = { db, bus: ctx.platform.bus, clock: clock.now, metrics: ctx.platform.metrics };
  let requestCount = 0;
  const nextRequestId = () => `sms-act-${String(++requestCount).padStart(4, "0")}`;
  return {
    ctx,
    factory: await createDataFactory(ctx),
    get operator() {
      return operator;
    },
    advance: async (ms) => {
      clock.advance(ms);
      operator = await openSession(ctx.platform, ctx.staff.operator.id);
    },
    nextRequestId,
    sendSingle: (phone, type) =>
      injectCall(ctx.app, smsCalls.smsSend, { params: { phone, type }, query: {} }, operator),
    sendBulk: (body) => {
      const defaults = { type: "notice", content: "今天下雨", target: { all: true } } as const;
      return injectCall(
        ctx.app,
        smsCalls.smsSendAll,
        { body: { ...defaults, requestId: nextRequestId(), ...body } },
        operator,
      );
    },
    getAll: () => db.select().from(smsMessages).orderBy(asc(smsMessages.id)),
    getOne: async (id) => {
      const [record] = await db.select().from(smsMessages).where(eq(smsMessages.id, id));
      if (!record) throw new Error(`There is no message ${id}`);
      return record;
    },
    drain: async (gateway = gatewayStub) => {
      const submitted: GatewayMessage[] = [];
      const recordingGateway: SmsGateway = {
        ...gateway,
        submit: (message, signal) => {
          submitted.push(message);
          return gateway.submit(message, signal);
        },
      };
      for (;;) {
        const claim = await claimNextSms(senderContext, clock.now());
        if (claim === null) return submitted;
        if ("claimed" in claim) await submitSms(senderContext, recordingGateway, claim.claimed);
      }
    },
    fetchReports: async (gateway = gatewayStub) => {
      await fetchReports(senderContext, gateway);
    },
  };
}
