import { createHash } from "node:crypto";
import { hashPassword } from "./passwordHash.ts";

// Without letters and digits that look alike.
const upperLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const lowerLetters = "abcdefghijkmnpqrstuvwxyz";
const digits = "23456789";
const groupAlphabets = [upperLetters, lowerLetters, digits, lowerLetters];

/** Also hashes the password, which takes milliseconds: call it before a transaction, not inside. */
export async function generateHashedInitialPassword(randomBytes: (count: number) => Buffer) {
  const generated = generateInitialPassword(randomBytes);
  return { ...generated, passwordHash: await hashPassword(generated.md5) };
}

/** A password that is easy to read out, `Kp7m-Qx3d-Wt9n`, and its MD5 as the console sends it. */
export function generateInitialPassword(randomBytes: (count: number) => Buffer): {
  password: string;
  md5: string;
} {
  const bytes = randomBytes(3 * groupAlphabets.length);
  const pick = (alphabet: string, at: number) => alphabet[(bytes[at] ?? 0) % alphabet.length];
  const password = [0, 4, 8]
    .map((start) => groupAlphabets.map((alphabet, index) => pick(alphabet, start + index)).join(""))
    .join("-");
  return { password, md5: createHash("md5").update(password).digest("hex") };
}
