import { randomBytes, randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { localBus } from "./bus/localBus.ts";
import { makeFolder } from "./db/makeFolder.ts";
import { type OpenDatabase, openDatabase } from "./db/open.ts";
import { loggedFault } from "./http/loggedFault.ts";
import { idMaker } from "./ids.ts";
import type { Platform } from "./platform.ts";
import { readSecretKey } from "./secretKey.ts";
import type { Settings } from "./settings.ts";

/**
 * Opens what the server works with, from the real world: database, clock, chance.
 * @param onLost told once if the embedded database ends by itself
 */
export async function openPlatform(
  settings: Settings,
  onLost: (fault: Error) => void,
): Promise<Platform & Pick<OpenDatabase, "close">> {
  makeFolder(settings.dataDir);
  const secretKey = readSecretKey(settings);
  const clock = () => new Date();
  const { db, close } = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir, onLost });
  const bus = localBus();
  return {
    db,
    bus,
    settings,
    clock,
    newId: idMaker(clock, randomInt(1024)),
    randomBytes,
    secretKey,
    consoleDir: fileURLToPath(new URL("../dist", import.meta.url)),
    onFault: (fault, call) => console.error(`${clock().toISOString()} ${call}`, loggedFault(fault)),
    close: async () => {
      await bus.close();
      await close();
    },
  };
}
