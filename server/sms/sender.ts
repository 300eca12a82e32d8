import { eq } from "drizzle-orm";
import { smsBatches } from "../db/schema/smsBatch.ts";
import type { Platform } from "../platform.ts";
import { claimNext } from "./claimNext.ts";
import type { SmsGateway } from "./gateway.ts";
import { handOver, patienceMs } from "./handOver.ts";
import { loseClaimed } from "./loseClaimed.ts";
import { takeReports } from "./takeReports.ts";
import { tellProgress } from "./tellProgress.ts";

/** Messages handed over at the same time: as many are of unknown result if the process is killed. */
const lanes = 4;
const restMs = 2_000;
const tellMs = 300;
/** A claim this old is of a round that broke off: the gateway would have been given up on long before. */
const lostMs = 6 * patienceMs;

export interface SmsSender {
  readonly start: () => Promise<void>;
  /** Waits for what is with the gateway just now. */
  readonly stop: () => Promise<void>;
}

type Sending = Pick<Platform, "db" | "bus" | "clock" | "metrics" | "onFault">;

/**
 * Sends what is queued, in the background. All it knows is in the database, so that it goes on after a crash.
 * One process serves a database, so whatever is claimed at the start was claimed by one that has died. It is never
 * sent again: the gateway may have it.
 */
export function createSender(platform: Sending, gateway: SmsGateway): SmsSender {
  const { db, bus, clock, onFault } = platform;
  let stopped = false;
  let sending: Promise<void> | null = null;
  let more = false;
  let resting: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<void>>();
  const touched = new Set<string>();

  /** Whether a round broke off, and with it perhaps the word that a mass sending has come to its end. */
  let brokenOff = false;
  const reported = (fault: unknown) => {
    brokenOff = true;
    onFault(fault, "sms");
  };

  /** Work that a stop waits for; a fault ends this round of it only. */
  async function run(work: () => Promise<void>): Promise<void> {
    const one = work().catch(reported);
    underWay.add(one);
    await one;
    underWay.delete(one);
  }

  async function lane(): Promise<void> {
    while (!stopped) {
      const turn = await claimNext(platform, clock());
      if (turn === null) return;
      if ("claimed" in turn) await handOver(platform, gateway, turn.claimed);
      const { batchId } = "claimed" in turn ? turn.claimed : turn.passed;
      if (batchId) touch(batchId);
    }
  }

  function send(): void {
    more = true;
    if (sending || stopped) return;
    const work = async () => {
      while (more && !stopped) {
        more = false;
        await Promise.all(Array.from({ length: lanes }, () => lane().catch(reported)));
      }
    };
    sending = work().finally(() => {
      sending = null;
    });
  }

  function touch(batchId: string): void {
    touched.add(batchId);
    telling ??= setTimeout(() => void run(tell), tellMs);
  }

  async function tell(): Promise<void> {
    telling = undefined;
    const ids = [...touched];
    touched.clear();
    for (const id of ids) await tellProgress(platform, id);
  }

  async function touchOpen(): Promise<void> {
    const open = await db
      .select({ id: smsBatches.id })
      .from(smsBatches)
      .where(eq(smsBatches.status, "sending"));
    for (const { id } of open) touch(id);
  }

  function rest(): void {
    resting = setTimeout(() => {
      void run(look).then(() => {
        if (!stopped) rest();
      });
    }, restMs);
  }

  async function look(): Promise<void> {
    send();
    const now = clock();
    if (brokenOff) {
      await touchOpen();
      brokenOff = false;
    }
    for (const id of await loseClaimed(db, new Date(now.getTime() - lostMs), now, platform.metrics))
      touch(id);
    for (const id of await takeReports(platform, gateway)) touch(id);
  }

  let unsubscribe = () => {};
  return {
    start: async () => {
      const now = clock();
      await loseClaimed(db, now, now, platform.metrics);
      await touchOpen();
      unsubscribe = bus.subscribe("sms.queued", send);
      send();
      rest();
    },
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearTimeout(resting);
      clearTimeout(telling);
      await sending;
      await Promise.all(underWay);
    },
  };
}
