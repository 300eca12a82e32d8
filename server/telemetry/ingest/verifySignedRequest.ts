import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { SignatureFailure } from "../../../adapters/contract/ingestStatus.ts";
import { signatureHeaders } from "../../../adapters/contract/telemetry.ts";
import type { LookupLimiter } from "../../auth/lookupLimiter.ts";
import type { Signer } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";
import { usedNonces } from "../../db/schema/usedNonces.ts";
import { AuthError } from "../../http/authError.ts";
import { getAccessKeyStatus } from "../../modules/accessKey/accessKeyStatus.ts";
import { decryptSecret } from "../../modules/accessKey/encryptSecret.ts";
import type { Platform } from "../../platform.ts";
import type { AccessKeyUses } from "./accessKeyUses.ts";
import { computeSignature } from "./computeSignature.ts";
import type { IngestStatus } from "./ingestStatus.ts";

/** Compares in constant time. */
function isSameSignature(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Maximum difference between the signer's clock and the server's. */
export const clockWindowMs = 300_000;

const endFailures = { revoked: "keyRevoked", expired: "keyExpired" } as const;

type KeyRecord = typeof accessKeys.$inferSelect;

interface KeyLookups {
  readonly lookups: LookupLimiter;
  /**
   * Address that last signed correctly with each access key. Requests of this pair bypass the lookup limit, until
   * one of them has a wrong signature.
   */
  readonly knownKeys: Map<string, string>;
  /** Access keys that were found in the database. */
  readonly existingKeys: Set<string>;
}

/**
 * Verifies a signed request and returns its access key and company. Throws `AuthError` if a header is missing, the
 * timestamp is outside the window, the signature is wrong, the key has ended, or the nonce was used before.
 */
export async function verifySignedRequest(
  platform: Pick<Platform, "priorityDb" | "clock" | "secretKey"> &
    KeyLookups & {
      readonly ingestStatus: Pick<IngestStatus, "addSignatureFailure">;
      readonly accessKeyUses: Pick<AccessKeyUses, "add">;
    },
  request: Pick<FastifyRequest, "headers" | "method" | "url" | "ip">,
  body: Buffer,
): Promise<Signer> {
  const { priorityDb: db } = platform;
  const now = platform.clock();
  const [accessKey, timestamp, nonce, signature] = [
    signatureHeaders.accessKey,
    signatureHeaders.timestamp,
    signatureHeaders.nonce,
    signatureHeaders.signature,
  ].map((name) => String(request.headers[name] ?? ""));
  if (!accessKey || !timestamp || !signature || !nonce || !/^[0-9A-Za-z-]{8,64}$/.test(nonce))
    throw new AuthError("unsigned");
  const clockOffsetMs = now.getTime() - Number(timestamp);
  const createFailure = (reason: SignatureFailure) => {
    platform.ingestStatus.addSignatureFailure({
      accessKey,
      reason,
      at: now.getTime(),
      clockOffsetMs: Number.isFinite(clockOffsetMs) ? clockOffsetMs : null,
      isKnownKey: platform.existingKeys.has(accessKey),
    });
    return new AuthError(reason);
  };
  // Written as a negation so that NaN, from a timestamp that is not a number, is rejected too.
  if (!(Math.abs(clockOffsetMs) <= clockWindowMs)) {
    await noteExistingKey(platform, accessKey, request.ip);
    throw createFailure("clock");
  }
  const isSignedBy = (key: KeyRecord | undefined) => {
    const secret = key ? unsealSecret(platform.secretKey, key.sealedSecret) : null;
    const parts = { method: request.method, path: request.url, timestamp, nonce };
    return isSameSignature(computeSignature(secret ?? "", parts, body), signature) && secret !== null;
  };
  const key = await findSigningKey(platform, accessKey, request.ip, isSignedBy);
  if (!key) throw createFailure("signature");
  const status = getAccessKeyStatus(key, now);
  if (status !== "valid") throw createFailure(endFailures[status]);
  const insertedNonces = await db
    .insert(usedNonces)
    .values({ accessKeyId: key.id, nonce, at: now })
    .onConflictDoNothing()
    .returning({ nonce: usedNonces.nonce });
  if (insertedNonces.length === 0) throw createFailure("replayed");
  platform.accessKeyUses.add(key.id, { at: now, address: request.ip });
  return { accessKeyId: key.id, companyId: key.companyId };
}

/** Notes whether the key exists. A database that is busy or away leaves it open. */
async function noteExistingKey(
  { lookups, existingKeys }: KeyLookups,
  accessKey: string,
  address: string,
): Promise<void> {
  if (existingKeys.has(accessKey)) return;
  const load = async (db: Db) => (await findKey(db, accessKey)) !== undefined;
  const exists = await lookups.run(address, load, (isFound) => isFound).catch(() => false);
  if (exists) existingKeys.add(accessKey);
}

async function findKey(db: Db, accessKey: string): Promise<KeyRecord | undefined> {
  const [key] = await db.select().from(accessKeys).where(eq(accessKeys.accessKey, accessKey));
  return key;
}

/**
 * Finds the access key that made the signature, valid or not. A wrong signature and a key that has ended count against
 * the limit like an unknown key.
 */
async function findSigningKey(
  {
    priorityDb,
    clock,
    lookups,
    knownKeys,
    existingKeys,
  }: Pick<Platform, "priorityDb" | "clock"> & KeyLookups,
  accessKey: string,
  address: string,
  isSignedBy: (key: KeyRecord | undefined) => boolean,
): Promise<KeyRecord | null> {
  const loadKey = async (db: Db) => {
    const key = await findKey(db, accessKey);
    if (key) existingKeys.add(accessKey);
    return isSignedBy(key) && key ? key : null;
  };
  const isValid = (key: KeyRecord | null) => key !== null && getAccessKeyStatus(key, clock()) === "valid";
  const isKnown = knownKeys.get(accessKey) === address;
  const key = isKnown ? await loadKey(priorityDb) : await lookups.run(address, loadKey, isValid);
  if (isValid(key)) knownKeys.set(accessKey, address);
  else if (isKnown) {
    knownKeys.delete(accessKey);
    lookups.countUnknown(address);
  }
  return key;
}

/** Returns null if the secret was encrypted with another server key: no signature can be verified with it. */
function unsealSecret(secretKey: Buffer, sealed: string): string | null {
  try {
    return decryptSecret(secretKey, sealed);
  } catch {
    return null;
  }
}
