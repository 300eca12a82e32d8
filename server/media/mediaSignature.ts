import { createHmac, timingSafeEqual } from "node:crypto";

/** Time in which an address must be opened; what is open continues. */
export const openWithinMs = 5 * 60_000;
/** How long an address that a player asks again and again stays valid: the segments of a stream, parts of a file. */
export const watchWithinMs = 60 * 60_000;

/** `open` starts a stream, `watch` continues one; one is not valid for the other. */
export type MediaPurpose = "open" | "watch";

const compute = (secretKey: Buffer, purpose: MediaPurpose, resource: string, expires: number) =>
  createHmac("sha256", secretKey).update(`media ${purpose} ${resource} ${expires}`).digest("base64url");

/** Query of an address that is valid until a time, UTC ms. */
export const signMedia = (
  secretKey: Buffer,
  purpose: MediaPurpose,
  resource: string,
  expires: number,
): string => `expires=${expires}&sign=${compute(secretKey, purpose, resource, expires)}`;

/** What an address carries. */
export interface MediaSignature {
  readonly expires: number;
  readonly sign: string;
}

/** Whether an address was signed here for this purpose and is still valid. */
export function isMediaSignatureValid(
  secretKey: Buffer,
  purpose: MediaPurpose,
  resource: string,
  { expires, sign }: MediaSignature,
  now: Date,
): boolean {
  if (expires < now.getTime()) return false;
  const expected = Buffer.from(compute(secretKey, purpose, resource, expires));
  const received = Buffer.from(sign);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
