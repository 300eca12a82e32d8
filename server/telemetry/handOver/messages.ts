import * as z from "zod/mini";
import { signatureFailure } from "../../../adapters/contract/ingestStatus.ts";
import { sampleTable } from "./packSamples.ts";

/** NATS subjects of calls that are handed over to the owner of the live picture. All messages are sealed. */
export const handOverSubjects = {
  /** The owner says once a second that it takes them. */
  offer: "ingest.offer",
  to: (processId: number) => `ingest.to.${processId}`,
  back: (processId: number) => `ingest.back.${processId}`,
} as const;

/** The form of these messages. A process that does not know it passes requests on as they come. */
export const handOverVersion = 1;

export const offerMessage = z.object({ version: z.int(), processId: z.int(), epoch: z.int() });

const issue = z.object({ path: z.string(), message: z.string() });
const asked = {
  /** Random; the answer has it too. */
  id: z.string(),
  from: z.int(),
  /** The ownership that it is for. */
  epoch: z.int(),
};

/** Asks whether anything is left of a company's share, before its next body is read. */
const admitMessage = z.object({ ...asked, kind: z.literal("admit"), companyId: z.string() });

/** A call whose signature is right. */
const callMessage = z.object({
  ...asked,
  kind: z.literal("call"),
  reqId: z.string(),
  accessKeyId: z.string(),
  accessKey: z.string(),
  companyId: z.string(),
  droneCount: z.int(),
  nonce: z.string(),
  /** Time stamp of the call, UTC ms. */
  at: z.number(),
  address: z.string(),
  /** Length of the body. */
  length: z.int(),
  content: z.union([
    /** What is wrong with the body. */
    z.object({ issue: z.nullable(issue) }),
    z.object({
      table: sampleTable,
      /** Elements of another form than the call's. */
      leftOut: z.array(z.object({ at: z.int(), droneSn: z.string(), issue })),
    }),
  ]),
});

/** A call that was refused for its signature, for 设备接入. It has no answer. */
const failureMessage = z.object({
  kind: z.literal("failure"),
  accessKey: z.string(),
  reason: signatureFailure.schema,
  at: z.number(),
  clockOffsetMs: z.nullable(z.number()),
  isKnownKey: z.boolean(),
});

export const handOverMessage = z.discriminatedUnion("kind", [admitMessage, callMessage, failureMessage]);
export type AdmitMessage = z.output<typeof admitMessage>;
export type CallMessage = z.output<typeof callMessage>;
export type FailureMessage = z.output<typeof failureMessage>;

/** What the device is to be answered. */
export const answerMessage = z.object({
  id: z.string(),
  status: z.int(),
  body: z.object({ state: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  retryAfter: z.optional(z.number()),
});
export type AnswerMessage = z.output<typeof answerMessage>;
