import type { IncomingMessage } from "node:http";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { type IngestSample, telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import type { LeftOut } from "../../http/leaveOut.ts";
import { OwnerRefusal } from "../../http/ownerRefusal.ts";
import { liveMovesMessage, liveMovesRetryAfter } from "../../http/sendError.ts";
import type { Platform } from "../../platform.ts";
import { readDroneSn } from "../ingest/leftOutSamples.ts";
import type { FailedSignature, SignedCall } from "../ingest/signedRequests.ts";
import {
  type AdmitMessage,
  type AnswerMessage,
  answerMessage,
  type CallMessage,
  type FailureMessage,
  handOverSubjects,
  handOverVersion,
  offerMessage,
} from "./messages.ts";
import { packSamples } from "./packSamples.ts";
import { createSeal } from "./seal.ts";

/** The parsed input of a call with samples. */
export interface TelemetryInput {
  readonly samples: readonly IngestSample[];
  readonly leftOut: readonly LeftOut[];
}

/** Hands signed calls that this process has verified over to the owner of the live picture. */
export interface HandOver {
  /** Whether the owner is another process, or nobody. */
  readonly isElsewhere: () => boolean;
  /** Whether a request is verified here. Others are passed on as they come. */
  readonly canTake: (request: IncomingMessage) => boolean;
  /**
   * For a request whose body was not read yet: asks the owner where the company has lately used up its share.
   * @throws OwnerRefusal if nothing is left
   */
  readonly admit: (companyId: string) => Promise<void> | void;
  readonly noteFailure: (failure: FailedSignature) => void;
  /**
   * Hands a call over, or what is wrong with its body.
   * @returns the data of its answer
   * @throws OwnerRefusal what the owner answers instead, or that the picture moves
   */
  readonly send: (
    call: SignedCall,
    reqId: string,
    content: TelemetryInput | { readonly issue: { readonly path: string; readonly message: string } | null },
  ) => Promise<unknown>;
  readonly stop: () => void;
}

/** An owner that has not said anything for so long gets nothing any more. */
const offeredMs = 3_000;
/** What waits then is given up: the owner is killed, frozen or cut off. */
const silentMs = 4_000;
/** Devices wait longer than that. */
const maxWaitMs = 12_000;
const checkMs = 500;
/** A company that has used up its share is asked about for so long. */
const limitedMs = 60_000;
/** Of a longer body the packed samples, with all that may be wrong with them, could exceed what NATS takes, 1 MB. */
const maxBodyBytes = 400 * 1024;
const maxDroneSnLength = 40;
const tooManyRequests = 429;

interface Waiting {
  readonly resolve: (answer: AnswerMessage) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
  readonly epoch: number;
}

const createMoves = () =>
  new OwnerRefusal({
    status: 503,
    body: { state: stateCodes.refused, message: liveMovesMessage, data: null },
    retryAfter: liveMovesRetryAfter,
  });

export function createHandOver(
  cluster: Cluster,
  {
    secretKey,
    monotonicMs,
    randomBytes,
    onError,
  }: Pick<Platform, "secretKey" | "monotonicMs" | "randomBytes" | "onError">,
): HandOver {
  const { nats, processId } = cluster;
  const { seal, open } = createSeal(secretKey);
  const waiting = new Map<string, Waiting>();
  /** When companies were last refused for their share. */
  const limited = new Map<string, number>();
  let owner: { readonly processId: number; readonly epoch: number; readonly at: number } | null = null;

  const isElsewhere = () => !cluster.isLive();
  const getOwner = () => (owner && nats.isConnected() && monotonicMs() - owner.at < offeredMs ? owner : null);

  const listen = (subject: string, listener: (head: unknown) => void) =>
    nats.subscribe(subject, (data) => {
      try {
        const opened = open(subject, data);
        if (opened) listener(opened.head);
      } catch (error) {
        onError(error, "hand-over to the owner of the live picture");
      }
    });
  const unsubscribe = [
    listen(handOverSubjects.offer, (head) => {
      const { version, ...offered } = offerMessage.parse(head);
      if (version !== handOverVersion || offered.epoch < (owner?.epoch ?? 0)) return;
      owner = { ...offered, at: monotonicMs() };
    }),
    listen(handOverSubjects.back(processId), (head) => {
      const answer = answerMessage.parse(head);
      waiting.get(answer.id)?.resolve(answer);
    }),
  ];

  const timer = setInterval(() => {
    const now = monotonicMs();
    for (const { reject, since, epoch } of waiting.values())
      if (!owner || epoch !== owner.epoch || now - owner.at > silentMs || now - since > maxWaitMs)
        reject(createMoves());
    for (const [companyId, at] of limited) if (now - at > limitedMs) limited.delete(companyId);
  }, checkMs);

  async function ask(
    message: Omit<AdmitMessage, "id" | "from" | "epoch"> | Omit<CallMessage, "id" | "from" | "epoch">,
    bytes?: Uint8Array,
  ): Promise<unknown> {
    const to = getOwner();
    if (!to) throw createMoves();
    const id = randomBytes(16).toString("base64url");
    const { promise, resolve, reject } = Promise.withResolvers<AnswerMessage>();
    waiting.set(id, { resolve, reject, since: monotonicMs(), epoch: to.epoch });
    const subject = handOverSubjects.to(to.processId);
    nats.publish(subject, seal(subject, { ...message, id, from: processId, epoch: to.epoch }, bytes));
    const { status, body, retryAfter } = await promise.finally(() => waiting.delete(id));
    if (status === 200 && body.state === stateCodes.ok) return body.data;
    if (status === tooManyRequests) limited.set(message.companyId, monotonicMs());
    throw new OwnerRefusal({ status, body, ...(retryAfter === undefined ? {} : { retryAfter }) });
  }

  return {
    isElsewhere,
    canTake: ({ url = "", headers }) => {
      const length = Number(headers["content-length"]);
      return url === telemetryCalls.telemetryIngest.path && length <= maxBodyBytes && getOwner() !== null;
    },
    admit: (companyId) => {
      if (limited.has(companyId)) return ask({ kind: "admit", companyId }).then(() => undefined);
    },
    noteFailure: (failure) => {
      const to = getOwner();
      if (!to) return;
      const subject = handOverSubjects.to(to.processId);
      nats.publish(subject, seal(subject, { ...failure, kind: "failure" } satisfies FailureMessage));
    },
    send: (call, reqId, content) => {
      const { at, ...sent } = call;
      const message = { ...sent, at: at.getTime(), reqId, kind: "call" as const };
      if ("issue" in content) return ask({ ...message, content: { issue: content.issue } });
      const { table, bytes } = packSamples(content.samples);
      const leftOut = content.leftOut.map((one) => {
        const droneSn = readDroneSn(one.sent);
        // A longer one is no drone's.
        return { at: one.at, droneSn: droneSn.length > maxDroneSnLength ? "" : droneSn, issue: one.issue };
      });
      return ask({ ...message, content: { table, leftOut } }, bytes);
    },
    stop: () => {
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
      for (const { reject } of waiting.values()) reject(createMoves());
    },
  };
}
