import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { signatureHeaders } from "../../../adapters/contract/telemetry.ts";
import type { Signer } from "../../call.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { usedNonces } from "../../db/schema/usedNonces.ts";
import { Denied } from "../../http/denied.ts";
import { openSecret } from "../../modules/accessKey/sealSecret.ts";
import type { Platform } from "../../platform.ts";
import { sameSignature, signatureOf } from "./signature.ts";

/** How far a signer's clock may be from the server's. */
export const clockWindowMs = 300_000;
const touchMs = 60_000;

/**
 * Whose program signed a request: the company of its access key. Throws `Denied` where a header is missing, the
 * time is out of the window, the signature is wrong, or the nonce has been used.
 */
export async function verifySigned(
  platform: Pick<Platform, "db" | "clock" | "secretKey">,
  request: Pick<FastifyRequest, "headers" | "method" | "url">,
  body: Buffer,
): Promise<Signer> {
  const { db } = platform;
  const now = platform.clock();
  const [accessKey, timestamp, nonce, given] = [
    signatureHeaders.accessKey,
    signatureHeaders.timestamp,
    signatureHeaders.nonce,
    signatureHeaders.signature,
  ].map((name) => String(request.headers[name] ?? ""));
  if (!accessKey || !timestamp || !given || !nonce || !/^[0-9A-Za-z-]{8,64}$/.test(nonce))
    throw new Denied("unsigned");
  // Not "not greater": a time stamp that is no number is outside the window as well.
  if (!(Math.abs(Number(timestamp) - now.getTime()) <= clockWindowMs)) throw new Denied("clock");
  const [key] = await db.select().from(accessKeys).where(eq(accessKeys.accessKey, accessKey));
  const secret = key ? openSecret(platform.secretKey, key.sealedSecret) : "";
  const expected = signatureOf(secret, { method: request.method, path: request.url, timestamp, nonce }, body);
  if (!sameSignature(expected, given) || !key) throw new Denied("signature");
  const first = await db
    .insert(usedNonces)
    .values({ accessKeyId: key.id, nonce, at: now })
    .onConflictDoNothing()
    .returning({ nonce: usedNonces.nonce });
  if (first.length === 0) throw new Denied("replayed");
  const stale = or(
    isNull(accessKeys.lastUsedAt),
    lt(accessKeys.lastUsedAt, new Date(now.getTime() - touchMs)),
  );
  await db
    .update(accessKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(accessKeys.id, key.id), stale));
  return { accessKeyId: key.id, companyId: key.companyId };
}
