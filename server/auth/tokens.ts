import { createHash } from "node:crypto";

/** A token or u-token: 32 random bytes, base64url. */
export const generateToken = (randomBytes: (count: number) => Buffer) =>
  randomBytes(32).toString("base64url");

/** SHA-256 of a token in hexadecimal, as the database stores it. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
