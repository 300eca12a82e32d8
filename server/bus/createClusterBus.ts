import { randomUUID } from "node:crypto";
import type { Db } from "../db/handle.ts";
import type { Log } from "../log/createLog.ts";
import type { Bus, BusMessages, PendingMessage, Topic } from "./bus.ts";
import { isStoredTopic, parseMessage } from "./busSchemas.ts";
import { createLocalBus } from "./createLocalBus.ts";
import type { NatsLink } from "./natsLink.ts";
import { deleteRead, hasMissed, keptMs, type OutboxPosition, readMessages, storeMessages } from "./outbox.ts";

const subject = "bus";
/** What NATS loses is read from the outbox after at most so long. */
const pollMs = 1_000;
const deleteEveryMs = 60_000;

interface ClusterBusOptions {
  readonly log: Log;
  readonly monotonicMs: () => number;
  readonly onError: (error: unknown, where: string) => void;
  /** Its statements wait for nobody else's. */
  readonly db: Db;
  readonly nats: NatsLink;
  /** Called where messages can no longer be read, as this process could not reach the database for so long. */
  readonly onMissed: () => void;
}

/** The bus between processes: NATS is fast and may lose anything, the outbox is read besides. */
export async function createClusterBus({
  db,
  nats,
  log,
  monotonicMs,
  onError,
  onMissed,
}: ClusterBusOptions): Promise<Bus> {
  const local = createLocalBus();
  /** Messages that have come, by id, and when. */
  const known = new Map<string, number>();
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
    known.set(message.id, monotonicMs());
    nats.publish(subject, JSON.stringify(message));
    local.publishStored(message);
  }

  /** Tells this process what another one has said, once, by whatever way it came. */
  function receive(value: unknown): void {
    const message = parseMessage(value);
    if (!message) return log.warn("message of another build left out");
    // What is read again and again, as an old transaction is open still, is not forgotten meanwhile.
    const isKnown = known.delete(message.id);
    known.set(message.id, monotonicMs());
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

  async function storeWaiting(): Promise<void> {
    const waiting = unstored;
    if (waiting.length === 0) return;
    unstored = [];
    await storeMessages(db, waiting).catch((error: unknown) => {
      unstored = [...waiting, ...unstored];
      throw error;
    });
  }

  function forget(now: number): void {
    // Longer than any row is there.
    for (const [id, at] of known) {
      if (now - at < 2 * keptMs) break;
      known.delete(id);
    }
  }

  async function poll(): Promise<void> {
    await storeWaiting();
    const from: OutboxPosition = position;
    const read = await readMessages(db, from);
    const now = monotonicMs();
    if (now - readAt > keptMs && hasMissed(from, read.position)) onMissed();
    position = read.position;
    readAt = now;
    for (const row of read.rows) receive(row);
    forget(now);
    if (now - deletedAt < deleteEveryMs) return;
    deletedAt = now;
    await deleteRead(db);
  }
  let polling: Promise<void> = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      polling = poll()
        .catch((error: unknown) => onError(error, "outbox"))
        .finally(() => {
          if (!isClosed) schedule();
        });
    }, pollMs);
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
      await storeWaiting().catch((error: unknown) => onError(error, "outbox"));
      await local.close();
    },
  };
}
