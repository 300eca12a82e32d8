import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "./settings.ts";

interface Source extends Pick<Settings, "dataDir"> {
  readonly secretKey?: Settings["secretKey"];
}

/** Path of the file that holds the key where the environment does not. */
export const secretKeyFile = (dataDir: string): string => path.join(dataDir, "secret.key");

/**
 * The 32 bytes that secrets are sealed with: from the environment, or from the file in the data folder.
 * @returns null where neither has one
 * @throws BadSecretKey where the file does not hold a key
 */
export function readSecretKey({ secretKey, dataDir }: Source): Buffer | null {
  if (secretKey) return Buffer.from(secretKey, "hex");
  const file = secretKeyFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new BadSecretKey(
      `${file} does not hold a key of 64 hexadecimal characters. Bring it back from a copy`,
    );
  return Buffer.from(text, "hex");
}

/** Makes a key and its file, readable by the owner alone; where another process was first, its key is taken. */
export function createSecretKey({ dataDir }: Source): Buffer {
  const key = randomBytes(32);
  try {
    // Fails where the file is there already: another process never gets a second key.
    writeFileSync(secretKeyFile(dataDir), key.toString("hex"), { mode: 0o600, flag: "wx" });
    return key;
  } catch (fault) {
    const first = (fault as NodeJS.ErrnoException).code === "EEXIST" ? readSecretKey({ dataDir }) : null;
    if (!first) throw fault;
    return first;
  }
}

/** Tells one key from another without giving it away: 32 hexadecimal characters. */
export const fingerprint = (key: Buffer): string =>
  createHmac("sha256", key)
    .update("aerial console: fingerprint of the secret key")
    .digest("hex")
    .slice(0, 32);

/** The key is missing, damaged or another one: without it no access key can be verified. */
export class BadSecretKey extends Error {
  override readonly name = "BadSecretKey";
}
