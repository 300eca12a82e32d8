import type { Browser } from "playwright-core";
import { portToKeep } from "../running/portToKeep.ts";
import { launchChromium } from "./chromium.ts";
import { type KeptProfiles, keptProfiles } from "./keptProfiles.ts";

/** A page that lives for seconds is not worth optimising, and none comes from two sites: a twelfth of all the work. */
const shortLived = ["--js-flags=--no-opt --no-maglev", "--disable-site-isolation-trials"];

/** What the browser tests of one worker share. */
export interface OfWorker {
  readonly browser: Browser;
  readonly profiles: KeptProfiles;
  /** Of its servers, one after the other, so that a profile which serves several files knows the console's code. */
  readonly port: number;
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
  const browser = await launchChromium(shortLived);
  return { browser, profiles: keptProfiles(browser), port: await portToKeep() };
}
