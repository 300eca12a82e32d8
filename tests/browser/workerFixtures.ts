import type { Browser } from "playwright-core";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { type ContextPool, createContextPool } from "./keptProfiles.ts";
import { launchChromium } from "./launchChromium.ts";

/** A page that lives for seconds is not worth optimising, and none comes from two sites: a twelfth of all the work. */
const shortLivedArgs = ["--js-flags=--no-opt --no-maglev", "--disable-site-isolation-trials"];

/** What the browser tests of one worker share. */
export interface WorkerFixtures {
  readonly browser: Browser;
  readonly contextPool: ContextPool;
  /** Of the servers of its files, one after the other, so that a profile which serves several knows the console's code. */
  readonly port: number;
  /** A server for all the files that only look, started when the first of them asks for it. */
  readonly getSharedServer: () => Promise<ServerProcess>;
  readonly close: () => Promise<void>;
}

interface SharedServer {
  readonly server: ServerProcess;
  readonly stop: () => Promise<void>;
}

async function startSharedServer(port: number): Promise<SharedServer> {
  const data = await createDemoFolder();
  const server = await startServer({ dataDir: data.at, port, env: { FLEET: "0" } });
  const stop = async () => {
    await server.stop();
    data[Symbol.dispose]();
  };
  return { server, stop };
}

let workerFixtures: Promise<WorkerFixtures> | null = null;

/**
 * The worker's own, made when it is first asked for. Here and not in a fixture: vitest gives each kind of `test` that
 * is extended from another the worker's fixtures anew, which would be a browser for each.
 */
export function getWorkerFixtures(): Promise<WorkerFixtures> {
  workerFixtures ??= createWorkerFixtures();
  return workerFixtures;
}

async function createWorkerFixtures(): Promise<WorkerFixtures> {
  const [port, sharedPort] = [await reservePort(), await reservePort()];
  const browser = await launchChromium(shortLivedArgs);
  let sharedServer: Promise<SharedServer> | null = null;
  return {
    browser,
    contextPool: createContextPool(browser),
    port,
    getSharedServer: async () => {
      sharedServer ??= startSharedServer(sharedPort);
      return (await sharedServer).server;
    },
    close: async () => {
      const closing = sharedServer;
      sharedServer = null;
      await browser.close();
      await (await closing)?.stop();
    },
  };
}
