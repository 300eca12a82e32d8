import { createHmac, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "./settings/settings.ts";

interface SecretKeySource extends Pick<Settings, "dataDir"> {
  readonly secretKey?: Settings["secretKey"];
}

/** Path of the key file, which is used if the environment has no key. */
export const getSecretKeyPath = (dataDir: string): string => path.join(dataDir, "secret.key");

/**
 * Reads the 32 bytes that secrets are sealed with: from the environment, or from the file in the data folder.
 * @returns null if neither has one
 * @throws SecretKeyError if the file cannot be read or does not contain a key
 */
export function readSecretKey({ secretKey, dataDir }: SecretKeySource): Buffer | null {
  if (secretKey) return Buffer.from(secretKey, "hex");
  const file = getSecretKeyPath(dataDir);
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new SecretKeyError(`${file} cannot be read (${code}). It has to be a file that this user may read`);
  }
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SecretKeyError(
      `${file} does not hold a key of 64 hexadecimal characters. Restore it from a copy`,
    );
  return Buffer.from(text, "hex");
}

/** Creates a key and its file, readable by the owner only. Returns the existing key if another process was first. */
export function createSecretKey({ dataDir }: SecretKeySource): Buffer {
  const key = randomBytes(32);
  try {
    // `wx` fails if the file exists, so that two processes never have two keys.
    writeFileSync(getSecretKeyPath(dataDir), key.toString("hex"), { mode: 0o600, flag: "wx" });
    return key;
  } catch (error) {
    const existingKey =
      (error as NodeJS.ErrnoException).code === "EEXIST" ? readSecretKey({ dataDir }) : null;
    if (!existingKey) throw error;
    return existingKey;
  }
}

/** Identifies a key without revealing it: 32 hexadecimal characters. */
export const fingerprintKey = (key: Buffer): string =>
  createHmac("sha256", key)
    .update("aerial console: fingerprint of the secret key")
    .digest("hex")
    .slice(0, 32);

/** The key is missing, damaged or the wrong one: without it no access key can be verified. */
export class SecretKeyError extends Error {
  override readonly name = "SecretKeyError";
}
