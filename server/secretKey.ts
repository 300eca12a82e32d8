import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "./settings.ts";

/** The 32 bytes that secrets are sealed with: from the environment, or kept in the data folder, readable by its owner alone. */
export function readSecretKey({ secretKey, dataDir }: Pick<Settings, "secretKey" | "dataDir">): Buffer {
  if (secretKey) return Buffer.from(secretKey, "hex");
  const file = path.join(dataDir, "secret.key");
  try {
    // Fails where the file is there already: another process never gets a second key.
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  }
  const kept = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (kept.length !== 32) throw new BadSecretKey(file);
  return kept;
}

/** The kept key was cut or overwritten: without it no access key can be verified. */
export class BadSecretKey extends Error {
  override readonly name = "BadSecretKey";
  constructor(file: string) {
    super(`${file} does not hold a key of 64 hexadecimal characters: bring it back from a copy`);
  }
}
