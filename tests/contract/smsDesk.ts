import { asc, eq } from "drizzle-orm";
import { smsCalls } from "../../adapters/contract/sms.ts";
import type { Db } from "../../server/db/handle.ts";
import { type SmsRecord, smsMessages } from "../../server/db/schema/sms.ts";
import { smsBatches } from "../../server/db/schema/smsBatch.ts";
import { smsDeclines } from "../../server/db/schema/smsDecline.ts";
import { claimNext } from "../../server/sms/claimNext.ts";
import { demoGateway } from "../../server/sms/demoGateway.ts";
import type { Handed, SmsGateway } from "../../server/sms/gateway.ts";
import { handOver } from "../../server/sms/handOver.ts";
import { takeReports } from "../../server/sms/takeReports.ts";
import { type Headers, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { type Answered, send } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";

type MassBody = Parameters<typeof send<typeof smsCalls.smsSendAll>>[2]["body"];

const at = new Date("2026-01-05T02:00:00.000Z");
let made = 0;
const next = () => `82000000000000${String(++made).padStart(5, "0")}`;

/** Puts a message straight into the database: a notice that waits, unless told otherwise. */
export async function putSms(db: Db, fields: Partial<typeof smsMessages.$inferInsert> = {}) {
  const [record] = await db
    .insert(smsMessages)
    .values({
      id: next(),
      createdAt: at,
      updatedAt: at,
      phone: "13700000000",
      type: "notice",
      signature: "低空服务平台",
      content: "【低空服务平台】测试",
      parts: 1,
      senderName: "运营乙",
      urgency: 1,
      notBefore: at,
      search: "【低空服务平台】测试",
      ...fields,
    })
    .returning();
  if (!record) throw new Error("The message was not written");
  return record;
}

/** The same with a mass sending that is under way. */
export async function putBatch(db: Db, fields: Partial<typeof smsBatches.$inferInsert> = {}) {
  const [record] = await db
    .insert(smsBatches)
    .values({
      id: next(),
      createdAt: at,
      updatedAt: at,
      type: "notice",
      content: "【低空服务平台】测试",
      parts: 1,
      total: 1,
      senderName: "运营乙",
      notBefore: at,
      ...fields,
    })
    .returning();
  if (!record) throw new Error("The mass sending was not written");
  return record;
}

/** Puts down that a phone has declined marketing by its reply; answers with the entry's id. */
export async function putDecline(db: Db, phone: string): Promise<string> {
  const [record] = await db.insert(smsDeclines).values({ phone, at, source: "reply" }).returning();
  if (!record) throw new Error("The decline was not written");
  return record.id;
}

/** What tests do with messages. */
export interface SmsDesk {
  readonly on: TestPlatform;
  readonly make: Awaited<ReturnType<typeof dataFactory>>;
  readonly operator: Headers;
  /** Lets time go by; the operator signs in anew, whose session may have run out. */
  readonly later: (ms: number) => Promise<void>;
  readonly requestId: () => string;
  readonly single: (phone: string, type: "verify" | "notice" | "marketing") => Promise<Answered>;
  readonly mass: (body: Partial<MassBody>) => Promise<Answered>;
  /** Everything in the order in which it was made. */
  readonly all: () => Promise<SmsRecord[]>;
  readonly one: (id: string) => Promise<SmsRecord>;
  /** Hands over everything that is due; answers with what the gateway got. */
  readonly drain: (gateway?: SmsGateway) => Promise<readonly Handed[]>;
  /** Asks for reports once. */
  readonly report: (gateway?: SmsGateway) => Promise<void>;
}

/** A platform with an operator at messages, and the demo gateway. */
export async function smsDesk(env: Readonly<Record<string, string>> = {}): Promise<SmsDesk> {
  const on = await testPlatform({ env });
  const { db, clock } = on;
  let operator = await on.as("operator");
  const demo = demoGateway(clock.now);
  const way = { db, clock: clock.now, metrics: on.platform.metrics };
  let acts = 0;
  const requestId = () => `sms-act-${String(++acts).padStart(4, "0")}`;
  return {
    on,
    make: await dataFactory(on),
    get operator() {
      return operator;
    },
    later: async (ms) => {
      clock.advance(ms);
      operator = await openSession(on.platform, on.staff.operator.id);
    },
    requestId,
    single: (phone, type) => send(on.app, smsCalls.smsSend, { params: { phone, type }, query: {} }, operator),
    mass: (body) => {
      const usual = { type: "notice", content: "今天下雨", target: { all: true } } as const;
      return send(
        on.app,
        smsCalls.smsSendAll,
        { body: { ...usual, requestId: requestId(), ...body } },
        operator,
      );
    },
    all: () => db.select().from(smsMessages).orderBy(asc(smsMessages.id)),
    one: async (id) => {
      const [record] = await db.select().from(smsMessages).where(eq(smsMessages.id, id));
      if (!record) throw new Error(`There is no message ${id}`);
      return record;
    },
    drain: async (gateway = demo) => {
      const got: Handed[] = [];
      const noting: SmsGateway = {
        ...gateway,
        submit: (message, signal) => {
          got.push(message);
          return gateway.submit(message, signal);
        },
      };
      for (;;) {
        const turn = await claimNext(way, clock.now());
        if (turn === null) return got;
        if ("claimed" in turn) await handOver(way, noting, turn.claimed);
      }
    },
    report: async (gateway = demo) => {
      await takeReports(way, gateway);
    },
  };
}
