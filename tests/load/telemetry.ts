import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { newStaff } from "../../server/auth/newStaff.ts";
import { startSession } from "../../server/auth/startSession.ts";
import type { Platform } from "../../server/platform.ts";
import { ownServer } from "./ownServer.ts";
import type { ReadersCount, ReadersOrder } from "./readers.ts";
import type { Line } from "./report.ts";
import { type SimulatorApart, simulatorApart } from "./simulatorApart.ts";

const fleet = Number(process.env.FLEET ?? 20_000);
const measureMs = 15_000;
/** By then every simulated drone is in the air, and pieces of tracks are written at the rate at which they go on. */
const takeOffMs = 210_000;

interface Figures {
  /** CPU seconds a second of the whole process: simulator, feed, database. */
  readonly cpu: number;
  /** The same of the thread that the sockets hang on; the database has its own. */
  readonly mainThread: number;
  /** What of that thread's went into flying the simulated drones. */
  readonly flying: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly sentMb: number;
  readonly rssMb: number;
  readonly grownMb: number;
  readonly sockets: number;
}

/** The server with a simulated fleet, and what it costs to show it to 1, 10 and 100 subscribers. */
export async function liveFeed(): Promise<Line[]> {
  const { platform, live, port, close } = await ownServer(fleet + 100);
  const simulator = await simulatorApart(platform, live, fleet);
  live.start();
  const hello = await registration(platform);
  console.log(
    `${fleet} drones, waiting ${takeOffMs / 1_000} s for them to take off and for their tracks to be written`,
  );
  await wait(takeOffMs);
  console.log(`${live.desk.count()} flights in the air`);

  const lines: Line[] = [];
  // Said as they come: the whole takes minutes.
  const note = (who: string, figures: Figures, budgeted = true) => {
    const own = linesOf(`${fleet} drones, ${who}`, figures, budgeted);
    for (const { what, figure, budget } of own) console.log(`${what}: ${figure}  ${budget}`);
    lines.push(...own);
  };
  note("nobody", await measured(null, simulator));
  for (const count of [1, 10, 100]) {
    const clients = Array.from({ length: count }, () => [hello, opening(hello)]);
    const order = { port, clients: [[hello, opening(hello)], ...clients], frozen: 1 };
    note(`${count} + 1 frozen`, await withReaders(order, simulator));
  }
  const views = Array.from({ length: 100 }, (_, i) => [
    hello,
    opening(hello, [75 + i * 0.4, 20, 95 + i * 0.4, 45]),
  ]);
  note(
    "100, each with its own view",
    await withReaders({ port, clients: views, frozen: 0 }, simulator),
    false,
  );
  simulator.stop();
  await close();
  return lines;
}

/** The budget is that of walls, which all show the whole fleet. */
const linesOf = (who: string, figures: Figures, budgeted: boolean): Line[] => [
  {
    what: `${who}: CPU, main thread, of that flying the drones`,
    figure: `${figures.cpu}, ${figures.mainThread}, ${figures.flying} s/s`,
    budget: budgeted ? "main thread without flying ≤ 0.1 s/s" : "",
    holds: !budgeted || figures.mainThread - figures.flying <= 0.1,
  },
  {
    what: `${who}: loop delay p99, longest`,
    figure: `${figures.delayP99Ms}, ${figures.delayMaxMs} ms`,
    budget: budgeted ? "p99 ≤ 50 ms" : "",
    holds: !budgeted || figures.delayP99Ms <= 50,
  },
  {
    what: `${who}: sent, memory, grown by, sockets`,
    figure: `${figures.sentMb} MB/s, ${figures.rssMb} MB, ${figures.grownMb} MB, ${figures.sockets}`,
    budget: "flat",
  },
];

/** The frame that registers a socket, of somebody on duty. */
async function registration({ db, clock, newId, randomBytes }: Platform): Promise<string> {
  const who = {
    name: "值班",
    phoneNumber: "13911119999",
    roles: ["duty" as const],
    password: "x",
    mustChange: false,
  };
  const { id } = await newStaff(db, who, { now: clock(), newId });
  const login = { staffId: id, platform: "web", address: "127.0.0.1" };
  const { token } = await startSession(db, login, { now: clock(), newId, randomBytes });
  return JSON.stringify({ platform: "web", type: 1, userId: id, token, taskId: "" });
}

function opening(hello: string, bbox?: readonly number[]): string {
  const view = bbox ? { view: { bbox, zoom: 6 } } : {};
  return JSON.stringify({ ...(JSON.parse(hello) as object), type: 3, taskId: "*", ...view });
}

async function withReaders(order: ReadersOrder, simulator: SimulatorApart): Promise<Figures> {
  const readers = fork(new URL("./readers.ts", import.meta.url));
  readers.send(order);
  await once(readers, "message");
  await wait(3_000);
  const figures = await measured(readers, simulator);
  readers.kill();
  await once(readers, "exit");
  await wait(1_000);
  return figures;
}

async function countOf(readers: ChildProcess | null): Promise<ReadersCount> {
  if (!readers) return { bytes: 0, open: 0 };
  readers.send("count");
  const [count] = (await once(readers, "message")) as [ReadersCount];
  return count;
}

async function measured(readers: ChildProcess | null, simulator: SimulatorApart): Promise<Figures> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const rss = process.memoryUsage.rss();
  const before = await countOf(readers);
  const cpu = process.cpuUsage();
  const thread = process.threadCpuUsage();
  const flown = simulator.spent();
  const began = performance.now();
  delay.enable();
  await wait(measureMs);
  delay.disable();
  const seconds = (performance.now() - began) / 1_000;
  const spent = process.cpuUsage(cpu);
  const main = process.threadCpuUsage(thread);
  const flying = simulator.spent() - flown;
  const after = await countOf(readers);
  const share = ({ user, system }: { user: number; system: number }) =>
    rounded((user + system) / 1e6 / seconds, 3);
  const megabytes = (bytes: number) => rounded(bytes / 1e6, 1);
  return {
    cpu: share(spent),
    mainThread: share(main),
    flying: share({ user: flying, system: 0 }),
    delayP99Ms: rounded(delay.percentile(99) / 1e6, 1),
    delayMaxMs: rounded(delay.max / 1e6, 1),
    sentMb: megabytes((after.bytes - before.bytes) / seconds),
    rssMb: megabytes(process.memoryUsage.rss()),
    grownMb: megabytes(process.memoryUsage.rss() - rss),
    sockets: after.open,
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

if (import.meta.main) await liveFeed();
