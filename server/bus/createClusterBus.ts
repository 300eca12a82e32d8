import { randomUUID } from "node:crypto";
import type { Log } from "../log/createLog.ts";
import type { ProcessTimers } from "../processTimers.ts";
import type { Bus, BusMessages, PendingMessage, Topic } from "./bus.ts";
import { isStoredTopic, parseEnvelope, parseMessage } from "./busSchemas.ts";
import { createLocalBus } from "./createLocalBus.ts";
import type { NatsLink } from "./natsLink.ts";
import { hasMissed, type Outbox, type OutboxPosition, retentionMs } from "./outbox.ts";

const subject = "bus";
/** Interval of reading the outbox, which has what NATS loses. */
const pollIntervalMs = 1_000;
const deleteIntervalMs = 60_000;

interface ClusterBusOptions<Tx> {
  readonly log: Log;
  readonly timers: ProcessTimers;
  readonly onError: (error: unknown, where: string) => void;
  readonly outbox: Outbox<Tx>;
  readonly nats: NatsLink;
  /** Called if messages were deleted before this process has read them, as it could not reach the database. */
  readonly onMissed: () => void;
}

/** The bus between processes: NATS delivers fast but may lose messages, the outbox delivers what it has lost. */
export async function createClusterBus<Tx>({
  outbox,
  nats,
  log,
  timers,
  onError,
  onMissed,
}: ClusterBusOptions<Tx>): Promise<Bus<Tx>> {
  const { monotonicMs, setTimer } = timers;
  const local = createLocalBus();
  /** When each message was last seen, by id; oldest first. */
  const seenAt = new Map<string, number>();
  /** Published without a transaction, and not stored yet. */
  let unstored: PendingMessage[] = [];
  let { position } = await outbox.read(null);
  /** Positions of the last minutes, oldest first, to delete what is older. */
  const marks = [position];
  let isOver = false;
  let cancel = () => {};

  const prepare = <T extends Topic>(topic: T, message: BusMessages[T]) =>
    // Cast: the pair of topic and message is checked by the caller's types.
    ({ id: randomUUID(), topic, message }) as PendingMessage;

  /** Notes that a message was seen. Returns whether it was before: it is published locally once, wherever it came from. */
  function isSeen(id: string): boolean {
    // Moved to the end: while an old transaction is open, the same rows are read again and again.
    const isKnown = seenAt.delete(id);
    seenAt.set(id, monotonicMs());
    return isKnown;
  }

  function publishStored(message: PendingMessage): void {
    nats.publish(subject, JSON.stringify(message));
    // The outbox may have been faster than the reply to the commit.
    if (!isSeen(message.id)) local.publishStored(message);
  }

  function receive(value: unknown): void {
    const envelope = parseEnvelope(value);
    if (envelope && isSeen(envelope.id)) return;
    const message = envelope && parseMessage(envelope);
    if (!message) return log.warn("message of another build left out");
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
    await outbox.store(waiting).catch((error: unknown) => {
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
    const from = position;
    const read = await outbox.read(from);
    if (hasMissed(from, read.position)) {
      isOver = true;
      // What others have heard over NATS they may have forgotten: they would be told again.
      unstored = [];
      return onMissed();
    }
    position = read.position;
    for (const row of read.rows) receive(row);
    await storeUnstored();
    forgetOld(monotonicMs());
    await deleteOld(position);
  }

  async function deleteOld(reached: OutboxPosition): Promise<void> {
    if (reached.at - (marks.at(-1)?.at ?? 0) < deleteIntervalMs) return;
    marks.push(reached);
    const expired = marks.findLast(({ at }) => reached.at - at > retentionMs);
    if (!expired) return;
    marks.splice(0, marks.indexOf(expired) + 1);
    await outbox.deleteBefore(expired);
  }
  let polling: Promise<void> = Promise.resolve();
  const schedule = () => {
    cancel = setTimer(() => {
      polling = poll()
        .catch((error: unknown) => onError(error, "outbox"))
        .finally(() => {
          if (!isOver) schedule();
        });
    }, pollIntervalMs);
  };
  schedule();

  return {
    subscribe: local.subscribe,
    prepare,
    store: outbox.storeIn,
    publishStored,
    publish: (topic, message) => {
      const pending = prepare(topic, message);
      if (isStoredTopic(topic)) unstored.push(pending);
      publishStored(pending);
    },
    close: async () => {
      isOver = true;
      cancel();
      unsubscribe();
      await polling;
      await storeUnstored().catch((error: unknown) => onError(error, "outbox"));
      await local.close();
    },
  };
}
