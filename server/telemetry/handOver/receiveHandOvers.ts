import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { retryConflicts } from "../../db/retryConflicts.ts";
import { NotLiveError } from "../../http/notLiveError.ts";
import { toErrorResponse } from "../../http/sendError.ts";
import type { Platform } from "../../platform.ts";
import { noteAnswer } from "../ingest/ownOutage.ts";
import type { SignedRequests } from "../ingest/signedRequests.ts";
import { takeTelemetry } from "../ingest/takeTelemetry.ts";
import type { LiveService } from "../liveService.ts";
import {
  type AdmitMessage,
  type AnswerMessage,
  type CallMessage,
  handOverMessage,
  handOverSubjects,
  handOverVersion,
} from "./messages.ts";
import { unpackSamples } from "./packSamples.ts";
import { createSeal, type SealedContents } from "./seal.ts";

type ReceiverPlatform = Pick<
  Platform,
  "secretKey" | "priorityDb" | "clock" | "newId" | "onError" | "monotonicMs"
>;

const offerIntervalMs = 1_000;
const { method, path } = telemetryCalls.telemetryIngest;
const call = `${method} ${path}`;

/**
 * Takes calls that other processes have verified, while this one is the owner of the live picture.
 * @returns a function that ends it
 */
export function receiveHandOvers(
  cluster: Cluster,
  platform: ReceiverPlatform,
  services: { readonly live: LiveService; readonly signedRequests: SignedRequests },
): () => void {
  const { nats, processId } = cluster;
  const { live, signedRequests } = services;
  const { clock, monotonicMs, onError } = platform;
  const { seal, open } = createSeal(platform.secretKey);
  const own = handOverSubjects.to(processId);
  const timer = setInterval(() => {
    const epoch = cluster.getEpoch();
    if (!cluster.isLive() || epoch === null) return;
    const offer = { version: handOverVersion, processId, epoch };
    nats.publish(handOverSubjects.offer, seal(handOverSubjects.offer, offer));
  }, offerIntervalMs);

  async function take(message: CallMessage, bytes: Uint8Array): Promise<unknown> {
    const { content } = message;
    const signer = await signedRequests.take({ ...message, at: new Date(message.at) });
    const now = clock();
    if ("issue" in content) {
      live.ingestStatus.addInvalidBody(signer.companyId, now.getTime(), content.issue ? [content.issue] : []);
      return null;
    }
    const samples = unpackSamples(content.table, bytes);
    const leftOut = content.leftOut.map(({ at, droneSn, issue }) => ({ at, issue, sent: { droneSn } }));
    const ingest = { db: platform.priorityDb, newId: platform.newId, live, now };
    return retryConflicts(() => takeTelemetry(ingest, signer, samples, leftOut));
  }

  async function answer(message: AdmitMessage | CallMessage, bytes: Uint8Array): Promise<void> {
    const startedAt = monotonicMs();
    const { id, from, epoch } = message;
    const subject = handOverSubjects.back(from);
    const send = (answered: Omit<AnswerMessage, "id">) =>
      nats.publish(subject, seal(subject, { id, ...answered }));
    try {
      if (!cluster.isLive() || cluster.getEpoch() !== epoch) throw new NotLiveError("the owner has changed");
      let data: unknown = null;
      if (message.kind === "admit") signedRequests.check(message.companyId);
      else data = await take(message, bytes);
      send({ status: 200, body: { state: stateCodes.ok, message: "", data } });
      if (data !== null) noteAnswer(live.ownOutage, 200, clock().getTime(), monotonicMs() - startedAt);
    } catch (error) {
      const { status, body, shouldReport, retryAfter } = toErrorResponse(error);
      if (shouldReport && !(error instanceof NotLiveError))
        onError(error, call, message.kind === "call" ? message.reqId : undefined);
      send({ status, body, ...(retryAfter === undefined ? {} : { retryAfter }) });
      noteAnswer(live.ownOutage, status, clock().getTime(), monotonicMs() - startedAt);
    }
  }

  function receive({ head, bytes }: SealedContents): void {
    const message = handOverMessage.parse(head);
    if (message.kind !== "failure")
      void answer(message, bytes).catch((error: unknown) => onError(error, call));
    else live.ingestStatus.addSignatureFailure(message);
  }

  const unsubscribe = nats.subscribe(own, (data) => {
    try {
      const opened = open(own, data);
      if (opened) receive(opened);
    } catch (error) {
      onError(error, "call of another process");
    }
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
