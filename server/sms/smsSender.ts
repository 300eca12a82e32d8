import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { smsProgressData } from "../../adapters/contract/sms.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { smsBatchStatusMachine } from "../../machines/status/smsBatch.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsBatches } from "../db/schema/smsBatch.ts";
import { getSmsCounts } from "../modules/sms/smsPage.ts";
import type { Platform } from "../platform.ts";
import { claimNextSms } from "./claimNextSms.ts";
import { fetchReports } from "./fetchReports.ts";
import type { SmsGateway } from "./gateway.ts";
import { markClaimedUnknown } from "./markClaimedUnknown.ts";
import { gatewayTimeoutMs, submitSms } from "./submitSms.ts";

/** Tells whoever has begun a mass sending how far it is, and ends one of which nothing waits any more. */
async function publishSmsProgress(
  { db, bus, clock }: Pick<Platform, "db" | "bus" | "clock">,
  batchId: string,
): Promise<void> {
  const counts = await getSmsCounts(db, eq(smsMessages.batchId, batchId));
  const isFinished = counts.queued === 0 && counts.sending === 0;
  const updated = await db.transaction(async (tx) => {
    const [batch] = await tx.select().from(smsBatches).where(eq(smsBatches.id, batchId)).for("update");
    const status = batch && isFinished ? smsBatchStatusMachine.next(batch.status, "finish") : null;
    if (!batch || status === null) return batch;
    const now = clock();
    await tx
      .update(smsBatches)
      .set({ status, version: batch.version + 1, updatedAt: now, finishedAt: now })
      .where(eq(smsBatches.id, batchId));
    return { ...batch, status };
  });
  if (!updated?.sessionId) return;
  const data: z.output<typeof smsProgressData> = { batchId, status: updated.status, counts };
  bus.publish("session.frame", { sessionId: updated.sessionId, type: socketTypes.smsProgress, data });
}

/** Messages handed over at the same time: as many are of unknown result if the process is killed. */
const workerCount = 4;
const pollIntervalMs = 2_000;
const progressDelayMs = 300;
/** A claim this old is of a round that broke off: the gateway would have been given up on long before. */
const claimTimeoutMs = 6 * gatewayTimeoutMs;

export interface SmsSender {
  readonly start: () => Promise<void>;
  /** Waits for what is with the gateway just now. */
  readonly stop: () => Promise<void>;
}

type SenderPlatform = Pick<Platform, "db" | "bus" | "clock" | "metrics" | "onError">;

/**
 * Sends what is queued, in the background. All it knows is in the database, so that it goes on after a crash.
 * One process serves a database, so whatever is claimed at the start was claimed by one that has died. It is never
 * sent again: the gateway may have it.
 */
export function createSmsSender(platform: SenderPlatform, gateway: SmsGateway): SmsSender {
  const { db, bus, clock, onError } = platform;
  let stopped = false;
  let sending: Promise<void> | null = null;
  let hasMore = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let progressTimer: NodeJS.Timeout | undefined;
  const inFlight = new Set<Promise<void>>();
  const changedBatches = new Set<string>();

  /** Whether a round broke off, and with it perhaps the word that a mass sending has come to its end. */
  let hasFailed = false;
  const handleError = (error: unknown) => {
    hasFailed = true;
    onError(error, "sms");
  };

  /** Work that a stop waits for; a fault ends this round of it only. */
  async function run(work: () => Promise<void>): Promise<void> {
    const running = work().catch(handleError);
    inFlight.add(running);
    await running;
    inFlight.delete(running);
  }

  async function runWorker(): Promise<void> {
    while (!stopped) {
      const claim = await claimNextSms(platform, clock());
      if (claim === null) return;
      if ("claimed" in claim) await submitSms(platform, gateway, claim.claimed);
      const { batchId } = "claimed" in claim ? claim.claimed : claim.passed;
      if (batchId) scheduleProgress(batchId);
    }
  }

  function send(): void {
    hasMore = true;
    if (sending || stopped) return;
    const work = async () => {
      while (hasMore && !stopped) {
        hasMore = false;
        await Promise.all(Array.from({ length: workerCount }, () => runWorker().catch(handleError)));
      }
    };
    sending = work().finally(() => {
      sending = null;
    });
  }

  function scheduleProgress(batchId: string): void {
    changedBatches.add(batchId);
    progressTimer ??= setTimeout(() => void run(flushProgress), progressDelayMs);
  }

  async function flushProgress(): Promise<void> {
    progressTimer = undefined;
    const ids = [...changedBatches];
    changedBatches.clear();
    for (const id of ids) await publishSmsProgress(platform, id);
  }

  async function scheduleOpenBatches(): Promise<void> {
    const openBatches = await db
      .select({ id: smsBatches.id })
      .from(smsBatches)
      .where(eq(smsBatches.status, "sending"));
    for (const { id } of openBatches) scheduleProgress(id);
  }

  function scheduleNextPoll(): void {
    pollTimer = setTimeout(() => {
      void run(poll).then(() => {
        if (!stopped) scheduleNextPoll();
      });
    }, pollIntervalMs);
  }

  async function poll(): Promise<void> {
    send();
    const now = clock();
    if (hasFailed) {
      await scheduleOpenBatches();
      hasFailed = false;
    }
    for (const id of await markClaimedUnknown(
      db,
      new Date(now.getTime() - claimTimeoutMs),
      now,
      platform.metrics,
    ))
      scheduleProgress(id);
    for (const id of await fetchReports(platform, gateway)) scheduleProgress(id);
  }

  let unsubscribe = () => {};
  return {
    start: async () => {
      const now = clock();
      await markClaimedUnknown(db, now, now, platform.metrics);
      await scheduleOpenBatches();
      unsubscribe = bus.subscribe("sms.queued", send);
      send();
      scheduleNextPoll();
    },
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearTimeout(pollTimer);
      clearTimeout(progressTimer);
      await sending;
      await Promise.all(inFlight);
    },
  };
}
