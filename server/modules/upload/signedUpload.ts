import { createHmac, timingSafeEqual } from "node:crypto";
import { uploadIdIn } from "./uploadUrl.ts";

/** How long a signed address is good for. */
const goodForMs = 600_000;

const signature = (secretKey: Buffer, id: string, until: number) =>
  createHmac("sha256", secretKey).update(`upload ${id} ${until}`).digest("base64url");

/** The address under which a confidential upload is served for ten minutes; empty for none. */
export function signedUploadUrl(secretKey: Buffer, url: string, now: Date): string {
  if (url === "") return "";
  const until = now.getTime() + goodForMs;
  return `${url}?until=${until}&sign=${signature(secretKey, uploadIdIn(url), until)}`;
}

/** Whether an address was signed here and is still good. */
export function isSigned(
  secretKey: Buffer,
  asked: { readonly id: string; readonly until: number; readonly sign: string },
  now: Date,
): boolean {
  if (asked.until < now.getTime()) return false;
  const right = Buffer.from(signature(secretKey, asked.id, asked.until));
  const given = Buffer.from(asked.sign);
  return right.length === given.length && timingSafeEqual(right, given);
}
