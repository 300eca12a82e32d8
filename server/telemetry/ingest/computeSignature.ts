import { createHmac } from "node:crypto";

/** The signed parts of a request besides its body. */
export interface SignedParts {
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** Lower-case hex HMAC-SHA256 over method, path, timestamp and nonce, each followed by a line feed, and the raw body. */
export const computeSignature = (
  secret: string,
  { method, path, timestamp, nonce }: SignedParts,
  body: Uint8Array,
): string =>
  createHmac("sha256", secret)
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n`)
    .update(body)
    .digest("hex");
