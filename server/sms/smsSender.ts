import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { smsProgressData } from "../../adapters/contract/sms.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { smsBatchStatusMachine } from "../../machines/status/smsBatch.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsBatches } from "../db/schema/smsBatch.ts";
import type { Platform } from "../platform.ts";
import { claimNextSms } from "./claimNextSms.ts";
import { fetchReports } from "./fetchReports.ts";
import type { SmsGateway } from "./gateway.ts";
import { markClaimedUnknown } from "./markClaimedUnknown.ts";
import { getSmsCounts } from "./smsCounts.ts";
import { gatewayTimeoutMs, submitSms } from "./submitSms.ts";

/** Publishes the progress of a bulk SMS to the session that started it; finishes it once no message is pending. */
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

/** Concurrent submissions: if the process is killed, the results of as many are unknown. */
const workerCount = 4;
const pollIntervalMs = 2_000;
const progressDelayMs = 300;
/** An older claim belongs to a failed round: the gateway call would have timed out long before. */
const claimTimeoutMs = 6 * gatewayTimeoutMs;

export interface SmsSender {
  readonly start: () => Promise<void>;
  /** Waits for running submissions. */
  readonly stop: () => Promise<void>;
}

type SenderPlatform = Pick<Platform, "db" | "bus" | "clock" | "metrics" | "onError">;

/** Background tasks that `stop` waits for. An error ends only its own task. */
function createBackgroundWork(onError: (error: unknown) => void) {
  const inFlight = new Set<Promise<void>>();
  return {
    run: async (work: () => Promise<void>): Promise<void> => {
      const running = work().catch(onError);
      inFlight.add(running);
      await running;
      inFlight.delete(running);
    },
    waitForPending: () => Promise.all(inFlight),
  };
}

/** Publishes the progress of bulk SMS shortly after they have changed. */
function createProgressSchedule(platform: SenderPlatform, run: (work: () => Promise<void>) => Promise<void>) {
  const changedBatches = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    timer = undefined;
    const ids = [...changedBatches];
    changedBatches.clear();
    for (const id of ids) await publishSmsProgress(platform, id);
  }
  function schedule(batchId: string): void {
    changedBatches.add(batchId);
    timer ??= setTimeout(() => void run(flush), progressDelayMs);
  }
  return {
    schedule,
    scheduleOpenBatches: async (): Promise<void> => {
      const openBatches = await platform.db
        .select({ id: smsBatches.id })
        .from(smsBatches)
        .where(eq(smsBatches.status, "sending"));
      for (const { id } of openBatches) schedule(id);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Submits queued messages with several workers until the queue is empty.
 * @param onHandled called with the bulk SMS of each handled message
 */
function createSendLoop(
  platform: SenderPlatform,
  gateway: SmsGateway,
  stopSignal: AbortSignal,
  onHandled: (batchId: string) => void,
  onError: (error: unknown) => void,
) {
  let sending: Promise<void> | null = null;
  let hasMore = false;

  async function runWorker(): Promise<void> {
    while (!stopSignal.aborted) {
      const claim = await claimNextSms(platform, platform.clock());
      if (claim === null) return;
      if ("claimed" in claim) await submitSms(platform, gateway, claim.claimed);
      const handled = "claimed" in claim ? claim.claimed : claim.skipped;
      platform.bus.publish("records.changed", { kind: "sms", ids: [handled.id] });
      if (handled.batchId) onHandled(handled.batchId);
    }
  }
  async function sendAll(): Promise<void> {
    while (hasMore && !stopSignal.aborted) {
      hasMore = false;
      await Promise.all(Array.from({ length: workerCount }, () => runWorker().catch(onError)));
    }
  }
  return {
    send: (): void => {
      hasMore = true;
      if (sending || stopSignal.aborted) return;
      sending = sendAll().finally(() => {
        sending = null;
      });
    },
    waitForPending: async () => sending,
  };
}

/**
 * Sends queued messages in the background. All state is in the database, so that it continues after a crash.
 * One process sends, so a message that is claimed at the start was claimed by one that is dead, or frozen. It is never
 * sent again: the gateway may have it.
 */
export function createSmsSender(platform: SenderPlatform, gateway: SmsGateway): SmsSender {
  const { db, bus, clock, metrics } = platform;
  const stopping = new AbortController();
  /** Whether a round failed, and possibly missed the end of a bulk SMS. */
  let hasFailed = false;
  const handleError = (error: unknown) => {
    hasFailed = true;
    platform.onError(error, "sms");
  };
  const background = createBackgroundWork(handleError);
  const progress = createProgressSchedule(platform, background.run);
  const loop = createSendLoop(platform, gateway, stopping.signal, progress.schedule, handleError);
  let pollTimer: NodeJS.Timeout | undefined;

  function scheduleNextPoll(): void {
    pollTimer = setTimeout(() => {
      void background.run(poll).then(() => {
        if (!stopping.signal.aborted) scheduleNextPoll();
      });
    }, pollIntervalMs);
  }

  async function poll(): Promise<void> {
    loop.send();
    const now = clock();
    if (hasFailed) {
      await progress.scheduleOpenBatches();
      hasFailed = false;
    }
    const claimedBefore = new Date(now.getTime() - claimTimeoutMs);
    for (const id of await markClaimedUnknown(db, claimedBefore, now, metrics)) progress.schedule(id);
    for (const id of await fetchReports(platform, gateway)) progress.schedule(id);
  }

  let unsubscribe = () => {};
  return {
    start: async () => {
      const now = clock();
      await markClaimedUnknown(db, now, now, metrics);
      await progress.scheduleOpenBatches();
      unsubscribe = bus.subscribe("sms.queued", loop.send);
      loop.send();
      scheduleNextPoll();
    },
    stop: async () => {
      stopping.abort();
      unsubscribe();
      clearTimeout(pollTimer);
      progress.stop();
      await loop.waitForPending();
      await background.waitForPending();
    },
  };
}
