import { createHmac, timingSafeEqual } from "node:crypto";
import { parseUploadId } from "./uploadUrl.ts";

/** How long a signed URL is valid. */
const validForMs = 600_000;

const computeSignature = (secretKey: Buffer, id: string, until: number) =>
  createHmac("sha256", secretKey).update(`upload ${id} ${until}`).digest("base64url");

/** Signs the URL of a confidential upload for ten minutes; an empty URL stays empty. */
export function signUploadUrl(secretKey: Buffer, url: string, now: Date): string {
  if (url === "") return "";
  const until = now.getTime() + validForMs;
  return `${url}?until=${until}&sign=${computeSignature(secretKey, parseUploadId(url), until)}`;
}

/** Whether a URL was signed here and is still valid. */
export function isSignatureValid(
  secretKey: Buffer,
  request: { readonly id: string; readonly until: number; readonly sign: string },
  now: Date,
): boolean {
  if (request.until < now.getTime()) return false;
  const expected = Buffer.from(computeSignature(secretKey, request.id, request.until));
  const received = Buffer.from(request.sign);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
