import { afterAll, expect, test } from "vitest";
import type { Bus } from "../../server/bus/bus.ts";
import { createClusterBus } from "../../server/bus/createClusterBus.ts";
import { openNatsLink } from "../../server/bus/natsLink.ts";
import { createOutbox } from "../../server/bus/outbox.ts";
import { outbox as outboxTable } from "../../server/db/schema/outbox.ts";
import { createLog } from "../../server/log/createLog.ts";
import { processTimers } from "../../server/processTimers.ts";
import { createTestDatabase } from "../helpers/testDatabase.ts";
import { startNats } from "../process/startNats.ts";

const database = await createTestDatabase();
const { db } = database;
const nats = await startNats();
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
  await nats[Symbol.asyncDispose]();
  await database.close();
});

/** A process on the bus, with the sessions that it was told have ended, and of which it got frames. */
async function join(): Promise<{
  readonly bus: Bus;
  readonly ended: string[];
  readonly frames: string[];
  readonly isConnected: () => boolean;
}> {
  const log = createLog("silent", { write: () => undefined });
  const onError = (error: unknown) => expect.unreachable(String(error));
  const settings = { servers: [nats.url], username: undefined, password: undefined };
  const link = openNatsLink(settings, Buffer.alloc(32, 7), { log, onError });
  const onMissed = () => expect.unreachable("messages were missed");
  const bus = await createClusterBus({
    outbox: createOutbox(db),
    nats: link,
    log,
    timers: processTimers,
    onError,
    onMissed,
  });
  stops.push(async () => {
    await bus.close();
    await link.close();
  });
  const ended: string[] = [];
  const frames: string[] = [];
  bus.subscribe("session.ended", ({ sessionId }) => ended.push(sessionId));
  bus.subscribe("session.frame", ({ sessionId }) => frames.push(sessionId));
  return { bus, ended, frames, isConnected: link.isConnected };
}

test("A message reaches every process once: over NATS, and from the outbox where NATS loses it", async () => {
  const [a, b] = [await join(), await join()];
  const end = (sessionId: string) => a.bus.publish("session.ended", { sessionId, reason: "forced" });
  await expect.poll(() => a.isConnected() && b.isConnected()).toBe(true);
  end("1");
  expect(a.ended).toEqual(["1"]);
  // Of this topic nothing is stored.
  // Sent again: NATS may not know of the other one's subscription yet.
  const sendFrame = (sessionId: string) => () => {
    a.bus.publish("session.frame", { sessionId, type: 10, data: null });
    return b.frames.at(-1);
  };
  await expect.poll(sendFrame("1")).toBe("1");
  await expect.poll(() => b.ended).toEqual(["1"]);
  await nats.kill();
  end("2");
  await expect.poll(() => b.ended).toEqual(["1", "2"]);
  // Committed after a later one: the number of its row is smaller.
  const slow = a.bus.prepare("session.ended", { sessionId: "3", reason: "forced" });
  await db.transaction(async (tx) => {
    await a.bus.store(tx, [slow]);
    end("4");
    await expect.poll(() => b.ended).toEqual(["1", "2", "4"]);
  });
  await expect.poll(() => b.ended).toEqual(["1", "2", "4", "3"]);
  await nats.start();
  await expect.poll(() => a.isConnected() && b.isConnected()).toBe(true);
  await expect.poll(sendFrame("5")).toBe("5");
  // What was committed and never published, as its process died in between, its own process is told as well.
  await expect.poll(() => a.ended).toEqual(["1", "2", "4", "3"]);
  expect(b.ended).toEqual(a.ended);
});

test("Messages are kept until what was open with their transaction has ended, and the last one for ever", async () => {
  await db.delete(outboxTable);
  const outbox = createOutbox(db);
  const message = (id: string) => ({ id, topic: "duty.orderGiven", message: { orderId: id } }) as const;
  const read = async () => (await outbox.read({ at: 0, xmin: "0", first: 0n, last: 0n })).rows;
  const before = await db.transaction(async (tx) => {
    await outbox.storeIn(tx, [message("long")]);
    return (await outbox.read(null)).position;
  });
  await outbox.store([message("last")]);
  await outbox.deleteBefore(before);
  expect(await read()).toEqual([message("long"), message("last")]);
  // Transactions in the databases of other tests count too.
  const deleteEnded = async () => {
    await outbox.deleteBefore((await outbox.read(null)).position);
    return read();
  };
  await expect.poll(deleteEnded).toEqual([message("last")]);
});
