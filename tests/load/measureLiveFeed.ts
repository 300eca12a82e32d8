import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { FleetView } from "../../machines/socketPort.ts";
import { insertStaff } from "../../server/auth/insertStaff.ts";
import { startSession } from "../../server/auth/startSession.ts";
import { generateToken, hashToken } from "../../server/auth/tokens.ts";
import { screens as screenTable } from "../../server/db/schema/screen.ts";
import type { Platform } from "../../server/platform.ts";
import { startInProcessServer } from "./inProcessServer.ts";
import { createMeasuredSimulator, type MeasuredSimulator } from "./measuredSimulator.ts";
import type { ReaderCounts, ReaderOptions } from "./readers.ts";
import type { BenchResult } from "./report.ts";

const fleet = Number(process.env.FLEET ?? 20_000);
const measureMs = 15_000;
/** Of different people: a session may have 20 sockets. */
const sessions = 10;
/** Time until all simulated drones are in the air and track chunks are written at a steady rate. */
const takeOffMs = 210_000;

interface FeedMetrics {
  /** CPU seconds per second of the whole process: simulator, feed, database. */
  readonly cpu: number;
  /** The same for the main thread, which serves the sockets; the database has its own thread. */
  readonly mainThread: number;
  /** The part of it spent simulating drones. */
  readonly flying: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly sentMb: number;
  readonly rssMb: number;
  readonly growthMb: number;
  readonly sockets: number;
}

/** Measures the cost of serving a simulated fleet to 1, 10 and 100 consoles, and to 100 screens of control rooms. */
export async function measureLiveFeed(): Promise<BenchResult[]> {
  const { platform, live, port, close } = await startInProcessServer(fleet + 100);
  const simulator = await createMeasuredSimulator(platform, live, fleet);
  live.start();
  const registerMessages = await Promise.all(
    Array.from({ length: sessions }, (_, i) => createRegisterMessage(platform, i)),
  );
  /** One session's sockets after the other's. */
  const register = (i: number) => registerMessages[i % sessions] ?? "";
  console.log(
    `${fleet} drones, waiting ${takeOffMs / 1_000} s for them to take off and for their tracks to be written`,
  );
  await wait(takeOffMs);
  console.log(`${live.registry.count()} flights in the air`);

  const lines: BenchResult[] = [];
  // Print intermediate results, as the run takes minutes.
  const addResults = (who: string, figures: FeedMetrics, budgeted = true) => {
    const results = toResults(`${fleet} drones, ${who}`, figures, budgeted);
    for (const { label, measured, budget } of results) console.log(`${label}: ${measured}  ${budget}`);
    lines.push(...results);
  };
  addResults("nobody", await measure(null, simulator));
  for (const count of [1, 10, 100]) {
    const clients = Array.from({ length: count + 1 }, (_, i) => [
      register(i),
      createOpenMessage(register(i)),
    ]);
    const order = { port, clients, frozen: 1 };
    addResults(`${count} + 1 frozen`, await measureWithReaders(order, simulator));
  }
  const screens = await Promise.all(Array.from({ length: 101 }, (_, i) => createScreen(platform, i)));
  const hello = createScreenFrame();
  const walls = screens.map(() => [hello, createOpenMessage(hello)]);
  addResults(
    "100 walls + 1 frozen",
    await measureWithReaders({ port, clients: walls, frozen: 1, screens }, simulator),
  );
  const views = Array.from({ length: 100 }, (_, i) => {
    const bbox = [75 + i * 0.4, 20, 95 + i * 0.4, 45] as const;
    return [register(i), createOpenMessage(register(i), { bbox, zoom: 6, groups: true })];
  });
  addResults(
    "100, each with its own view",
    await measureWithReaders({ port, clients: views, frozen: 0 }, simulator),
    false,
  );
  const rows = Array.from({ length: 10 }, (_, i) => [register(i), createOpenMessage(register(i), null)]);
  addResults(
    "10, each drone",
    await measureWithReaders({ port, clients: rows, frozen: 0 }, simulator),
    false,
  );
  simulator.stop();
  await close();
  return lines;
}

/** The budget is for display screens, which all show the whole fleet. */
const toResults = (who: string, figures: FeedMetrics, budgeted: boolean): BenchResult[] => [
  {
    label: `${who}: CPU, main thread, of that flying the drones`,
    measured: `${figures.cpu}, ${figures.mainThread}, ${figures.flying} s/s`,
    budget: budgeted ? "main thread without flying ≤ 0.1 s/s" : "",
    isWithinBudget: !budgeted || figures.mainThread - figures.flying <= 0.1,
  },
  {
    label: `${who}: loop delay p99, longest`,
    measured: `${figures.delayP99Ms}, ${figures.delayMaxMs} ms`,
    budget: budgeted ? "p99 ≤ 50 ms" : "",
    isWithinBudget: !budgeted || figures.delayP99Ms <= 50,
  },
  {
    label: `${who}: sent, memory, grown by, sockets`,
    measured: `${figures.sentMb} MB/s, ${figures.rssMb} MB, ${figures.growthMb} MB, ${figures.sockets}`,
    budget: "flat",
  },
];

/** Creates the message that registers a socket, for a user with the role duty. */
async function createRegisterMessage(
  { db, clock, newId, randomBytes }: Platform,
  index: number,
): Promise<string> {
  const who = {
    name: `值班${index + 1}`,
    phoneNumber: `1391111${9_000 + index}`,
    roles: ["duty" as const],
    password: "x",
    mustChange: false,
  };
  const { id } = await insertStaff(db, who, { now: clock(), newId });
  const login = { staffId: id, platform: "web", address: "127.0.0.1" };
  const { token } = await startSession(db, login, { now: clock(), newId, randomBytes });
  return JSON.stringify({ platform: "web", type: 1, userId: id, token, taskId: "" });
}

/** Makes a screen; returns its cookie. */
async function createScreen({ db, clock, newId, randomBytes }: Platform, index: number): Promise<string> {
  const token = generateToken(randomBytes);
  await db.insert(screenTable).values({
    id: newId(),
    version: 1,
    name: `大屏 ${index + 1}`,
    layout: "map",
    tokenHash: hashToken(token),
    createdAt: clock(),
    updatedAt: clock(),
  });
  return `wall=${token}`;
}

/** The cookie authenticates a screen's frames. */
const createScreenFrame = () =>
  JSON.stringify({ platform: "web", type: 1, userId: "screen", token: "screen", taskId: "" });

/** The map as it opens: of everything, in groups. */
const openingView: FleetView = { bbox: [-180, -90, 180, 90], zoom: 4, groups: true };

const createOpenMessage = (hello: string, view: FleetView | null = openingView): string =>
  JSON.stringify({ ...(JSON.parse(hello) as object), type: 3, taskId: "*", ...(view && { view }) });

async function measureWithReaders(order: ReaderOptions, simulator: MeasuredSimulator): Promise<FeedMetrics> {
  const readers = fork(new URL("./readers.ts", import.meta.url));
  readers.send(order);
  await once(readers, "message");
  await wait(3_000);
  const figures = await measure(readers, simulator);
  if (figures.sockets !== order.clients.length)
    throw new Error(
      `${figures.sockets} of ${order.clients.length} sockets are open: the server closed the others`,
    );
  readers.kill();
  await once(readers, "exit");
  await wait(1_000);
  return figures;
}

async function getReaderCounts(readers: ChildProcess | null): Promise<ReaderCounts> {
  if (!readers) return { bytes: 0, open: 0 };
  readers.send("count");
  const [count] = (await once(readers, "message")) as [ReaderCounts];
  return count;
}

async function measure(readers: ChildProcess | null, simulator: MeasuredSimulator): Promise<FeedMetrics> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const rss = process.memoryUsage.rss();
  const before = await getReaderCounts(readers);
  const cpu = process.cpuUsage();
  const thread = process.threadCpuUsage();
  const flyingBefore = simulator.cpuMicros();
  const startedAt = performance.now();
  delay.enable();
  await wait(measureMs);
  delay.disable();
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuUsed = process.cpuUsage(cpu);
  const mainThreadUsed = process.threadCpuUsage(thread);
  const flying = simulator.cpuMicros() - flyingBefore;
  const after = await getReaderCounts(readers);
  const share = ({ user, system }: { user: number; system: number }) =>
    round((user + system) / 1e6 / seconds, 3);
  const megabytes = (bytes: number) => round(bytes / 1e6, 1);
  return {
    cpu: share(cpuUsed),
    mainThread: share(mainThreadUsed),
    flying: share({ user: flying, system: 0 }),
    delayP99Ms: round(delay.percentile(99) / 1e6, 1),
    delayMaxMs: round(delay.max / 1e6, 1),
    sentMb: megabytes((after.bytes - before.bytes) / seconds),
    rssMb: megabytes(process.memoryUsage.rss()),
    growthMb: megabytes(process.memoryUsage.rss() - rss),
    sockets: after.open,
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

if (import.meta.main) await measureLiveFeed();
