import { afterEach, expect, test, vi } from "vitest";
import { DatabaseBusyError } from "../../../server/db/databaseBusyError.ts";
import { createWorkQueue, type QueueProducer, type Rank } from "../../../server/db/workQueue.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Occupies the queue until released. */
function blockQueue(producer: QueueProducer) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { release: resolve, ended: producer.add("read", () => promise) };
}

/** Adds one job per rank; returns the order in which they ran. */
async function getRunOrder(ranks: readonly Rank[]): Promise<Rank[]> {
  const producer = createWorkQueue().createProducer();
  const blocker = blockQueue(producer);
  const ran: Rank[] = [];
  const jobs = ranks.map((rank) => producer.add(rank, async () => void ran.push(rank)));
  blocker.release();
  await Promise.all(jobs);
  return ran;
}

test("Priority jobs run before writes, writes before reads, and the last rank at the end", async () => {
  expect(await getRunOrder(["last", "read", "write", "priority"])).toEqual([
    "priority",
    "write",
    "read",
    "last",
  ]);
});

test("Reads get every third turn, however many priority jobs and writes wait", async () => {
  const others = Array.from({ length: 20 }, (_, n): Rank => (n % 2 === 0 ? "priority" : "write"));
  const ran = await getRunOrder(["read", "read", ...others]);
  expect(ran.flatMap((rank, turn) => (rank === "read" ? [turn] : []))).toEqual([2, 5]);
});

test("A write gets its turn at the eighth, however many priority jobs wait", async () => {
  const ran = await getRunOrder(["write", ...Array.from({ length: 20 }, (): Rank => "priority")]);
  // The first turn was that of the blocking job.
  expect(ran.indexOf("write")).toBe(6);
});

test("A follow-up job runs before waiting jobs of a lower rank", async () => {
  const producer = createWorkQueue().createProducer();
  const blocker = blockQueue(producer);
  const ran: string[] = [];
  const addJob = (name: string) => producer.add("priority", async () => void ran.push(name));
  const first = addJob("select").then(() => addJob("insert"));
  const list = producer.add("read", async () => void ran.push("list"));
  blocker.release();
  await Promise.all([first, list]);
  expect(ran).toEqual(["select", "insert", "list"]);
});

test("A full producer refuses jobs, others do not, and it accepts again once a job has started", async () => {
  const queue = createWorkQueue();
  const background = queue.createProducer();
  const calls = queue.createProducer({ maxJobs: 2, maxWaitMs: 60_000 });
  const blocker = blockQueue(background);
  const waiting = [calls.add("read", async () => 1), calls.add("write", async () => 2)];
  await expect(calls.add("write", async () => 3)).rejects.toBeInstanceOf(DatabaseBusyError);
  expect(queue.countRefused()).toBe(1);
  const behind = background.add("read", async () => 4);
  blocker.release();
  expect(await Promise.all([...waiting, behind])).toEqual([1, 2, 4]);
  expect(await calls.add("read", async () => 5)).toBe(5);
});

test("A job that waited too long is refused and never runs; a running job has no time limit", async () => {
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

test("A failed job does not block the next", async () => {
  const producer = createWorkQueue().createProducer();
  const failing = producer.add("read", async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await producer.add("read", async () => "yes")).toBe("yes");
});

test("Each job's waiting time is reported with its rank", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const waits: [Rank, number][] = [];
  const producer = createWorkQueue((rank, ms) => waits.push([rank, ms])).createProducer();
  const blocker = blockQueue(producer);
  const jobs = [producer.add("write", async () => 1), producer.add("priority", async () => 2)];
  vi.advanceTimersByTime(40);
  blocker.release();
  await Promise.all(jobs);
  expect(waits).toEqual([
    ["read", 0],
    ["priority", 40],
    ["write", 40],
  ]);
});
