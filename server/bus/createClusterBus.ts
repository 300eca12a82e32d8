import { randomUUID } from "node:crypto";
import type { Db } from "../db/handle.ts";
import type { Log } from "../log/createLog.ts";
import type { Bus, BusMessages, PendingMessage, Topic } from "./bus.ts";
import { isStoredTopic, parseMessage } from "./busSchemas.ts";
import { createLocalBus } from "./createLocalBus.ts";
import type { NatsLink } from "./natsLink.ts";
import {
  deleteExpired,
  hasMissed,
  type OutboxPosition,
  readMessages,
  retentionMs,
  storeMessages,
} from "./outbox.ts";

const subject = "bus";
/** Interval of reading the outbox, which has what NATS loses. */
const pollIntervalMs = 1_000;
const deleteIntervalMs = 60_000;

interface ClusterBusOptions {
  readonly log: Log;
  readonly monotonicMs: () => number;
  readonly onError: (error: unknown, where: string) => void;
  /** Must have connections of its own. */
  readonly db: Db;
  readonly nats: NatsLink;
  /** Called if messages were deleted before this process has read them, as it could not reach the database. */
  readonly onMissed: () => void;
}

/** The bus between processes: NATS delivers fast but may lose messages, the outbox delivers what it has lost. */
export async function createClusterBus({
  db,
  nats,
  log,
  monotonicMs,
  onError,
  onMissed,
}: ClusterBusOptions): Promise<Bus> {
  const local = createLocalBus();
  /** When each message was last seen, by id; oldest first. */
  const seenAt = new Map<string, number>();
  /** Published without a transaction, and not stored yet. */
  let unstored: PendingMessage[] = [];
  let { position } = await readMessages(db, null);
  let readAt = monotonicMs();
  let deletedAt = readAt;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const prepare = <T extends Topic>(topic: T, message: BusMessages[T]) =>
    // Cast: the pair of topic and message is checked by the caller's types.
    ({ id: randomUUID(), topic, message }) as PendingMessage;

  function publishStored(message: PendingMessage): void {
    seenAt.set(message.id, monotonicMs());
    nats.publish(subject, JSON.stringify(message));
    local.publishStored(message);
  }

  /** Publishes a message of another process locally, once, whether it came over NATS or from the outbox. */
  function receive(value: unknown): void {
    const message = parseMessage(value);
    if (!message) return log.warn("message of another build left out");
    // Moved to the end: while an old transaction is open, the same rows are read again and again.
    const isKnown = seenAt.delete(message.id);
    seenAt.set(message.id, monotonicMs());
    if (isKnown) return;
    try {
      local.publishStored(message);
    } catch (error) {
      onError(error, `bus ${message.topic}`);
    }
  }
  const unsubscribe = nats.subscribe(subject, (data) => {
    try {
      receive(JSON.parse(Buffer.from(data).toString("utf8")));
    } catch (error) {
      onError(error, "bus");
    }
  });

  async function storeUnstored(): Promise<void> {
    const waiting = unstored;
    if (waiting.length === 0) return;
    unstored = [];
    await storeMessages(db, waiting).catch((error: unknown) => {
      unstored = [...waiting, ...unstored];
      throw error;
    });
  }

  function forgetOld(now: number): void {
    // Longer than any row is retained, so that no message is published twice.
    for (const [id, at] of seenAt) {
      if (now - at < 2 * retentionMs) break;
      seenAt.delete(id);
    }
  }

  async function poll(): Promise<void> {
    await storeUnstored();
    const from: OutboxPosition = position;
    const read = await readMessages(db, from);
    const now = monotonicMs();
    if (now - readAt > retentionMs && hasMissed(from, read.position)) onMissed();
    position = read.position;
    readAt = now;
    for (const row of read.rows) receive(row);
    forgetOld(now);
    if (now - deletedAt < deleteIntervalMs) return;
    deletedAt = now;
    await deleteExpired(db);
  }
  let polling: Promise<void> = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      polling = poll()
        .catch((error: unknown) => onError(error, "outbox"))
        .finally(() => {
          if (!isClosed) schedule();
        });
    }, pollIntervalMs);
  };
  schedule();

  return {
    subscribe: local.subscribe,
    prepare,
    store: storeMessages,
    publishStored,
    publish: (topic, message) => {
      const pending = prepare(topic, message);
      if (isStoredTopic(topic)) unstored.push(pending);
      publishStored(pending);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe();
      await polling;
      await storeUnstored().catch((error: unknown) => onError(error, "outbox"));
      await local.close();
    },
  };
}
