import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import * as z from "zod/mini";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import type { Log } from "../log/createLog.ts";

/** How commands on this machine reach the server of a data folder. */
const serverFile = z.object({
  url: z.url(),
  /** Random, valid while that process runs. */
  token: z.string(),
});
export type ServerFile = z.output<typeof serverFile>;

const getServerFilePath = (dataDir: string) => path.join(dataDir, "server.json");

/** Writes the file, readable by its owner only. A failure is only logged, as nothing but the backup needs the file. */
export function writeServerFile(dataDir: string, content: ServerFile, log: Pick<Log, "warn">): void {
  const file = getServerFilePath(dataDir);
  const part = `${file}.part`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, JSON.stringify(content), { mode: 0o600, flag: "wx" });
    renameSync(part, file);
  } catch (err) {
    log.warn({ err }, "server.json cannot be written: npm run backup will not find this server");
  }
}

/** Reads the file; null if it is missing or invalid. */
export function readServerFile(dataDir: string): ServerFile | null {
  try {
    return serverFile.parse(JSON.parse(readFileSync(getServerFilePath(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** Removes the file, unless another server has replaced it. */
export function removeServerFile(dataDir: string, token: string): void {
  if (readServerFile(dataDir)?.token === token) rmSync(getServerFilePath(dataDir), { force: true });
}

const loopbackByWildcard: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL at which local programs reach a server that listens there. */
export function getServerUrl(listening: AddressInfo | string | null): string {
  if (typeof listening !== "object" || !listening) throw new Error("The server does not listen on a port");
  const { address, port } = listening;
  const host = lookUp(loopbackByWildcard, address) ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
