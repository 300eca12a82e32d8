import { createHash } from "node:crypto";
import { hashPassword } from "./passwordHash.ts";

// Without the letters and digits that are read for one another.
const upperLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const lowerLetters = "abcdefghijkmnpqrstuvwxyz";
const digits = "23456789";
const groupAlphabets = [upperLetters, lowerLetters, digits, lowerLetters];

/** The same with its hash, which takes some milliseconds: made before a transaction, not in it. */
export async function generateHashedInitialPassword(randomBytes: (count: number) => Buffer) {
  const generated = generateInitialPassword(randomBytes);
  return { ...generated, passwordHash: await hashPassword(generated.md5) };
}

/** A first password that can be read out over the phone, `Kp7m-Qx3d-Wt9n`, with its MD5 as the console would send it. */
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
