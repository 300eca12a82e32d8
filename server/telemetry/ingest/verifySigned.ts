import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { signatureHeaders } from "../../../adapters/contract/telemetry.ts";
import type { LookupLimiter } from "../../auth/lookupLimiter.ts";
import type { Signer } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { usedNonces } from "../../db/schema/usedNonces.ts";
import { Denied } from "../../http/denied.ts";
import { openSecret } from "../../modules/accessKey/sealSecret.ts";
import type { Platform } from "../../platform.ts";
import { sameSignature, signatureOf } from "./signature.ts";

/** How far a signer's clock may be from the server's. */
export const clockWindowMs = 300_000;
const touchMs = 60_000;

type KeyRecord = typeof accessKeys.$inferSelect;

interface KeyLookups {
  readonly lookups: LookupLimiter;
  /**
   * Access keys that signed rightly, each with the address that did so last: from there it goes first, whatever else
   * is sent from there, until a signature of it is wrong.
   */
  readonly knownKeys: Map<string, string>;
}

/**
 * Whose program signed a request: the company of its access key. Throws `Denied` where a header is missing, the
 * time is out of the window, the signature is wrong, or the nonce has been used.
 */
export async function verifySigned(
  platform: Pick<Platform, "priorityDb" | "clock" | "secretKey"> & KeyLookups,
  request: Pick<FastifyRequest, "headers" | "method" | "url" | "ip">,
  body: Buffer,
): Promise<Signer> {
  const { priorityDb: db } = platform;
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
  const isSignedBy = (key: KeyRecord | undefined) => {
    const secret = key ? secretIn(platform.secretKey, key.sealedSecret) : null;
    const parts = { method: request.method, path: request.url, timestamp, nonce };
    return sameSignature(signatureOf(secret ?? "", parts, body), given) && secret !== null;
  };
  const key = await signingKey(platform, accessKey, request.ip, isSignedBy);
  if (!key) throw new Denied("signature");
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

/** The access key where the signature is its own; a wrong signature counts like a key that nobody has. */
async function signingKey(
  { priorityDb, lookups, knownKeys }: Pick<Platform, "priorityDb"> & KeyLookups,
  accessKey: string,
  address: string,
  isSignedBy: (key: KeyRecord | undefined) => boolean,
): Promise<KeyRecord | null> {
  const read = async (db: Db) => {
    const [key] = await db.select().from(accessKeys).where(eq(accessKeys.accessKey, accessKey));
    return isSignedBy(key) && key ? key : null;
  };
  const isKnown = knownKeys.get(accessKey) === address;
  const key = isKnown ? await read(priorityDb) : await lookups.run(address, read, (found) => found !== null);
  if (key) knownKeys.set(accessKey, address);
  else if (isKnown) {
    knownKeys.delete(accessKey);
    lookups.countUnknown(address);
  }
  return key;
}

/** Null where another server key has sealed it: nobody's signature can be checked by it. */
function secretIn(secretKey: Buffer, sealed: string): string | null {
  try {
    return openSecret(secretKey, sealed);
  } catch {
    return null;
  }
}
