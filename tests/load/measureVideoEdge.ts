import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { signStreamAddress } from "../../server/media/mediaAddresses.ts";
import { startInProcessServer } from "./inProcessServer.ts";
import type { BenchResult } from "./report.ts";
import type { VideoCounts, VideoOrder } from "./videoReaders.ts";

const viewers = 50;
const measureMs = 20_000;

/** Measures what 50 viewers of live FLV cost the server, each of another task, and one more that has frozen. */
export async function measureVideoEdge(): Promise<BenchResult[]> {
  const { platform, port, close } = await startInProcessServer(100);
  await wait(5_000);
  const idle = await measureThread();
  const readers = fork(new URL("./videoReaders.ts", import.meta.url));
  const urls = Array.from(
    { length: viewers + 1 },
    (_, index) =>
      signStreamAddress(platform.secretKey, `${70_000_000 + index * 7_919}-3`, "stream.flv", platform.clock())
        .url,
  );
  readers.send({ port, urls, frozen: 1 } satisfies VideoOrder);
  await once(readers, "message");
  await wait(5_000);
  const rss = process.memoryUsage.rss();
  const before = await getCounts(readers);
  const watched = await measureThread();
  const after = await getCounts(readers);
  const growthMb = (process.memoryUsage.rss() - rss) / 1e6;
  readers.kill();
  await once(readers, "exit");
  await close();
  const cost = watched - idle;
  const sentKbit = ((after.bytes - before.bytes) * 8) / measureMs;
  return [
    {
      label: `${viewers} viewers of live FLV: main thread, beside ${percent(idle)} without viewers`,
      measured: percent(cost),
      budget: "≤ 5.0 % of a core",
      isWithinBudget: cost <= 0.05 && after.open >= viewers,
    },
    {
      label: `${viewers} viewers of live FLV: sent, memory grown by, open`,
      measured: `${Math.round(sentKbit)} kbit/s, ${growthMb.toFixed(1)} MB, ${after.open}`,
      budget: "flat",
    },
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** CPU seconds per second of this thread, which serves the viewers. */
async function measureThread(): Promise<number> {
  const [before, startedAt] = [process.threadCpuUsage(), performance.now()];
  await wait(measureMs);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - startedAt);
}

async function getCounts(readers: ChildProcess): Promise<VideoCounts> {
  readers.send("count");
  const [count] = (await once(readers, "message")) as [VideoCounts];
  return count;
}
