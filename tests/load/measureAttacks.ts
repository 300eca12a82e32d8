import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { findMosquitto } from "../../scripts/testing/findMosquitto.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { type Broker, brokerEnv, createBroker } from "../mqtt/startBroker.ts";
import { loginClient } from "../process/apiClient.ts";
import { registerDrones } from "../process/registerDrones.ts";
import { startServer } from "../process/serverProcess.ts";
import * as calls from "./attacks/callAttacks.ts";
import {
  attackDock,
  attackDrones,
  hostileKey,
  hostileStatus,
  strangeGateway,
} from "./attacks/deviceAttacks.ts";
import { manyImports, stalledUploads } from "./attacks/fileAttacks.ts";
import { type Attack, observe, observeQuiet } from "./attacks/observe.ts";
import * as own from "./attacks/processAttacks.ts";
import { greedyViewer, sharedLink } from "./attacks/viewerAttacks.ts";
import type { BenchResult } from "./report.ts";

const warmUpMs = 20_000;

/** The server's own limits: other measurements switch them off. */
const limits = { RATE_LIMIT: "60", LIST_RATE_LIMIT: "120", PHONE_SEARCH_LIMIT: "30", REQUEST_TIMEOUT: "5" };

const listAttacks = (broker: Broker, source: string): readonly Attack[] => [
  hostileStatus(broker),
  calls.loginBodies,
  calls.hostileZones,
  hostileKey,
  calls.phoneSearches,
  manyImports,
  stalledUploads,
  strangeGateway(broker),
  greedyViewer,
  sharedLink,
  calls.publicPages,
  calls.inventedKeys,
  calls.leakedKey,
  own.stalledLog(source),
  own.damagedFiles(source),
  own.headersBehindTls(source),
  own.clockSetBack(source),
  own.upgradedFolder(source),
];

/**
 * Throws the attacks of the review of security and reliability at a server, one after the other, while somebody else
 * reads a list. Those on log, files and clock have a server of their own.
 */
export async function measureAttacks(dataDir: string): Promise<BenchResult[]> {
  process.env["MOSQUITTO_PATH"] = findMosquitto();
  await using broker = await createBroker();
  await broker.start();
  const start = (env = {}) =>
    startServer({ dataDir, env: { FLEET: "12", ...env, ...brokerEnv(broker) }, asStarted: true });
  const first = await start();
  await registerDrones(await loginClient(first.url), attackDrones);
  await first.stop();
  const companyId = await enterDock(dataDir);
  using source = own.copyData(dataDir);
  await using server = await start(limits);
  const target = { server, admin: await loginClient(server.url), companyId };
  await wait(warmUpMs);
  const quiet = await observeQuiet(target);
  const results: BenchResult[] = [];
  for (const attack of listAttacks(broker, source.path))
    results.push(...(await observe(target, attack, quiet)));
  const { code } = await server.stop();
  results.push({
    label: "the server's end after all of it",
    measured: `exit code ${code}`,
    budget: "0",
    isWithinBudget: code === 0,
  });
  return results;
}

async function enterDock(dataDir: string): Promise<string> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const [company] = await db.select().from(companies).where(eq(companies.creditCode, demoDevice.creditCode));
  if (!company) throw new Error("The demo data have the company of the demo device");
  await insertHangar(db, company, { sn: attackDock });
  await close();
  return company.id;
}
