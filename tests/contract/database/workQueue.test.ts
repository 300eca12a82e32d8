import { afterEach, expect, test, vi } from "vitest";
import { DatabaseBusyError } from "../../../server/db/databaseBusyError.ts";
import { createWorkQueue, type QueueProducer, type Rank } from "../../../server/db/workQueue.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Holds the queue until it is let go. */
function blockQueue(entrance: QueueProducer) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { release: resolve, ended: entrance.add("read", () => promise) };
}

/** Adds one job of each rank given; answers with the order in which they ran. */
async function getRunOrder(ranks: readonly Rank[]): Promise<Rank[]> {
  const entrance = createWorkQueue().createProducer();
  const blocker = blockQueue(entrance);
  const ran: Rank[] = [];
  const jobs = ranks.map((rank) => entrance.add(rank, async () => void ran.push(rank)));
  blocker.release();
  await Promise.all(jobs);
  return ran;
}

test("Sessions and telemetry go before writes, writes before lists, and the end comes last", async () => {
  expect(await getRunOrder(["last", "read", "write", "priority"])).toEqual([
    "priority",
    "write",
    "read",
    "last",
  ]);
});

test("A list gets every eighth turn, however much of the urgent waits", async () => {
  const ran = await getRunOrder(["read", ...Array.from({ length: 20 }, (): Rank => "priority")]);
  // The first turn was that of the job that held the queue.
  expect(ran.indexOf("read")).toBe(6);
});

test("What its answer leads to runs before other jobs of the same rank", async () => {
  const entrance = createWorkQueue().createProducer();
  const held = blockQueue(entrance);
  const ran: string[] = [];
  const note = (name: string) => entrance.add("priority", async () => void ran.push(name));
  const first = note("select").then(() => note("insert"));
  const list = entrance.add("read", async () => void ran.push("list"));
  held.release();
  await Promise.all([first, list]);
  expect(ran).toEqual(["select", "insert", "list"]);
});

test("A full entrance refuses, others do not, and there is room again once a job has begun", async () => {
  const queue = createWorkQueue();
  const background = queue.createProducer();
  const calls = queue.createProducer({ maxJobs: 2, maxWaitMs: 60_000 });
  const held = blockQueue(background);
  const waiting = [calls.add("read", async () => 1), calls.add("write", async () => 2)];
  await expect(calls.add("write", async () => 3)).rejects.toBeInstanceOf(DatabaseBusyError);
  expect(queue.countRefused()).toBe(1);
  const behind = background.add("read", async () => 4);
  held.release();
  expect(await Promise.all([...waiting, behind])).toEqual([1, 2, 4]);
  expect(await calls.add("read", async () => 5)).toBe(5);
});

test("A job that waited for too long is refused and never runs; one that runs may take its time", async () => {
  vi.useFakeTimers();
  const queue = createWorkQueue();
  const calls = queue.createProducer({ maxJobs: 10, maxWaitMs: 10_000 });
  const running = blockQueue(calls);
  const job = vi.fn<() => Promise<void>>(async () => undefined);
  const refused = calls.add("read", job).catch((error: unknown) => error);
  const patient = queue.createProducer().add("read", async () => "at last");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await refused).toBeInstanceOf(DatabaseBusyError);
  expect(queue.countWaiting("read")).toBe(1);
  running.release();
  await running.ended;
  expect(await patient).toBe("at last");
  expect(job).not.toHaveBeenCalled();
});

test("A job that fails does not hold up the next", async () => {
  const entrance = createWorkQueue().createProducer();
  const failing = entrance.add("read", async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await entrance.add("read", async () => "yes")).toBe("yes");
});

test("Each job's wait for its turn is told with its rank", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const waits: [Rank, number][] = [];
  const entrance = createWorkQueue((rank, ms) => waits.push([rank, ms])).createProducer();
  const held = blockQueue(entrance);
  const jobs = [entrance.add("write", async () => 1), entrance.add("priority", async () => 2)];
  vi.advanceTimersByTime(40);
  held.release();
  await Promise.all(jobs);
  expect(waits).toEqual([
    ["read", 0],
    ["priority", 40],
    ["write", 40],
  ]);
});
