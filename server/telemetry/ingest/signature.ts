import { createHmac, timingSafeEqual } from "node:crypto";

/** What is signed besides the body. */
export interface SignedParts {
  readonly method: string;
  /** With its query, as sent. */
  readonly path: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** Lower-case hex HMAC-SHA256 over method, path, time stamp and nonce, a line feed after each, and the body's bytes. */
export const computeSignature = (
  secret: string,
  { method, path, timestamp, nonce }: SignedParts,
  body: Uint8Array,
) =>
  createHmac("sha256", secret)
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n`)
    .update(body)
    .digest("hex");

/** Compares in constant time. */
export function isSameSignature(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
