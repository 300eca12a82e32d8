import type { Browser } from "playwright-core";
import { demoFolder } from "../running/demoFolder.ts";
import { portToKeep } from "../running/portToKeep.ts";
import { type ServerProcess, startServer } from "../running/serverProcess.ts";
import { launchChromium } from "./chromium.ts";
import { type KeptProfiles, keptProfiles } from "./keptProfiles.ts";

/** A page that lives for seconds is not worth optimising, and none comes from two sites: a twelfth of all the work. */
const shortLived = ["--js-flags=--no-opt --no-maglev", "--disable-site-isolation-trials"];

/** What the browser tests of one worker share. */
export interface OfWorker {
  readonly browser: Browser;
  readonly profiles: KeptProfiles;
  /** Of the servers of its files, one after the other, so that a profile which serves several knows the console's code. */
  readonly port: number;
  /** A server for all the files that only look, started when the first of them asks for it. */
  readonly standing: () => Promise<ServerProcess>;
  readonly end: () => Promise<void>;
}

interface Standing {
  readonly server: ServerProcess;
  readonly end: () => Promise<void>;
}

async function openStanding(port: number): Promise<Standing> {
  const data = await demoFolder();
  const server = await startServer({ dataDir: data.at, port, env: { FLEET: "0" } });
  const end = async () => {
    await server.stop();
    data[Symbol.dispose]();
  };
  return { server, end };
}

let made: Promise<OfWorker> | null = null;

/**
 * The worker's own, made when it is first asked for. Here and not in a fixture: vitest gives each kind of `test` that
 * is extended from another the worker's fixtures anew, which would be a browser for each.
 */
export function ofWorker(): Promise<OfWorker> {
  made ??= make();
  return made;
}

async function make(): Promise<OfWorker> {
  const [port, portOfStanding] = [await portToKeep(), await portToKeep()];
  const browser = await launchChromium(shortLived);
  let standing: Promise<Standing> | null = null;
  return {
    browser,
    profiles: keptProfiles(browser),
    port,
    standing: async () => {
      standing ??= openStanding(portOfStanding);
      return (await standing).server;
    },
    end: async () => {
      const ended = standing;
      standing = null;
      await browser.close();
      await (await ended)?.end();
    },
  };
}
