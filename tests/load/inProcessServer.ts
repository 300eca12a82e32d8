import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { createApp } from "../../server/app.ts";
import { createLocalBus } from "../../server/bus/createLocalBus.ts";
import { createIdGenerator } from "../../server/createIdGenerator.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { openInMemory } from "../../server/db/openDatabase.ts";
import { probeWrites } from "../../server/db/probeWrites.ts";
import { createLog } from "../../server/log/createLog.ts";
import { createMetrics } from "../../server/metrics/metrics.ts";
import type { Platform } from "../../server/platform.ts";
import { readSettings } from "../../server/settings/settings.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import { noLimits } from "../helpers/noLimits.ts";

/** Starts the server in this process with demo data in memory, to measure what a separate process hides. */
export interface InProcessServer {
  readonly platform: Platform;
  readonly live: LiveService;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** @param capacity maximum number of open flights */
export async function startInProcessServer(capacity: number): Promise<InProcessServer> {
  const parsedSettings = readSettings(noLimits);
  if ("errors" in parsedSettings) throw new Error(parsedSettings.errors.join("\n"));
  const { db, callDb, priorityDb, stats, close } = await openInMemory();
  const clock = () => new Date();
  const platform: Platform = {
    db,
    callDb,
    priorityDb,
    databaseStats: stats,
    processId: null,
    cluster: null,
    liveDb: db,
    isWritable: () => probeWrites(priorityDb).then(() => true),
    bus: createLocalBus(),
    settings: parsedSettings.settings,
    clock,
    monotonicMs: () => performance.now(),
    newId: createIdGenerator(clock, 1),
    randomBytes,
    secretKey: randomBytes(32),
    consoleDir: path.resolve(import.meta.dirname, "../../dist"),
    log: createLog("silent", { write: () => undefined }),
    droppedLogLines: () => 0,
    metrics: createMetrics(),
    onError: (error, call) => console.error(call, error),
  };
  await seedDemo(db, clock());
  await seedFlights(db, clock(), { hangars: 24, drones: 60, zones: 20, pastTasks: 100, trackedTasks: 20 });
  const live = createLiveService(platform, capacity);
  const app = await createApp(platform, { live, socketLimits: { silenceMs: 3_600_000 } });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    platform,
    live,
    port,
    close: async () => {
      await app.close();
      await close();
    },
  };
}
