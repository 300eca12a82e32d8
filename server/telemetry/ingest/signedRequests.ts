import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SignatureFailure } from "../../../adapters/contract/ingestStatus.ts";
import { signatureHeaders } from "../../../adapters/contract/telemetry.ts";
import { getAccessKeyStatus } from "../../auth/accessKeyStatus.ts";
import type { LookupLimiter } from "../../auth/lookupLimiter.ts";
import type { Signer } from "../../call.ts";
import { AuthError } from "../../http/authError.ts";
import { RateLimitError } from "../../http/rateLimitError.ts";
import type { Platform } from "../../platform.ts";
import type { LiveService } from "../liveService.ts";
import { createAccessKeyCache } from "./accessKeyCache.ts";
import { computeSignature } from "./computeSignature.ts";
import { createFairShares } from "./fairShares.ts";
import { clockWindowMs, createNonceLog } from "./nonceLog.ts";

type SignedRequest = Pick<FastifyRequest, "headers" | "method" | "url" | "ip">;

/** A call whose signature is right, and whose key was valid when it was verified. */
export interface SignedCall extends Omit<Signer, "countSamples"> {
  /** Registered drones of the company. */
  readonly droneCount: number;
  readonly nonce: string;
  /** Time stamp of the call. */
  readonly at: Date;
  /** Where it came from. */
  readonly address: string;
  /** Length of its body. */
  readonly length: number;
}

/** A call that was refused for its signature. */
export type FailedSignature = Parameters<LiveService["ingestStatus"]["addSignatureFailure"]>[0];

/**
 * Verifies signed requests. Signatures are verified by whichever process they come to; nonces and shares are known to
 * the owner of the live picture. One that is taken costs at most one statement, which stores its nonce with those of others.
 */
export interface SignedRequests {
  /**
   * For a request whose body was not read yet.
   * @throws RateLimitError if the company of its key has used up its share
   */
  readonly admit: (request: SignedRequest) => Promise<void> | void;
  /**
   * Verifies the signature of a request.
   * @throws AuthError if a header is missing, the timestamp is outside the window, the signature is wrong, or the key
   * has ended
   */
  readonly verify: (request: SignedRequest, body: Buffer) => Promise<SignedCall>;
  /** @throws RateLimitError if the company has used up its share */
  readonly check: (companyId: string) => void;
  /**
   * Takes a call that was verified here or by another process, from its company's share.
   * @throws AuthError if the nonce was used before, the time stamp is outside the window, or the key has ended meanwhile
   * @throws RateLimitError if the company has used up its share
   */
  readonly take: (call: SignedCall) => Promise<Signer>;
  readonly stop: () => void;
}

/** What concerns signed requests of the owner of the live picture, while that is another process. */
interface Owner {
  readonly isElsewhere: () => boolean;
  readonly admit: (companyId: string) => Promise<void> | void;
  readonly noteFailure: (failure: FailedSignature) => void;
}

const endFailures = { revoked: "keyRevoked", expired: "keyExpired" } as const;

/** @param owner null where there is one process */
export function createSignedRequests(
  platform: Pick<Platform, "priorityDb" | "bus" | "clock" | "monotonicMs" | "secretKey"> & {
    readonly lookups: LookupLimiter;
    readonly live: Pick<LiveService, "ingestStatus" | "accessKeyUses">;
  },
  owner: Owner | null = null,
): SignedRequests {
  const { clock, live } = platform;
  const keys = createAccessKeyCache(platform);
  const nonces = createNonceLog(platform);
  const shares = createFairShares(platform.monotonicMs);
  /** Does what may find the company's share used up, and shows that on 设备接入. */
  const limit = <T>(companyId: string, takeShare: () => T): T => {
    try {
      return takeShare();
    } catch (error) {
      if (error instanceof RateLimitError)
        live.ingestStatus.addLimited(companyId, clock().getTime(), error.message);
      throw error;
    }
  };
  const check = (companyId: string) => limit(companyId, () => shares.check(companyId));
  const isInWindow = (clockOffsetMs: number) => Math.abs(clockOffsetMs) <= clockWindowMs;
  const createFailure = (
    { accessKey, clockOffsetMs }: Pick<FailedSignature, "accessKey" | "clockOffsetMs">,
    reason: SignatureFailure,
    isKnownKey = true,
  ) => {
    const failure = {
      accessKey,
      reason,
      at: clock().getTime(),
      clockOffsetMs: Number.isFinite(clockOffsetMs) ? clockOffsetMs : null,
      isKnownKey,
    };
    if (owner?.isElsewhere()) owner.noteFailure(failure);
    else live.ingestStatus.addSignatureFailure(failure);
    return new AuthError(reason);
  };
  return {
    check,
    admit: ({ headers }) => {
      const key = keys.peek(getHeader(headers, "accessKey"));
      if (!key) return;
      return owner?.isElsewhere() ? owner.admit(key.companyId) : check(key.companyId);
    },
    verify: async (request, body) => {
      const now = clock();
      const { accessKey, timestamp, nonce, signature } = readSignature(request);
      const at = new Date(Number(timestamp));
      const clockOffsetMs = now.getTime() - at.getTime();
      const sent = { accessKey, clockOffsetMs };
      // NaN, from a timestamp that is not a number, is in no window.
      if (!isInWindow(clockOffsetMs)) {
        // A database that is busy or away leaves open whether there is such a key.
        const known = await keys.find(accessKey, request.ip).catch(() => null);
        throw createFailure(sent, "clock", known !== null);
      }
      const key = await keys.find(accessKey, request.ip);
      if (key === null || key.secret === null) throw createFailure(sent, "signature", key !== null);
      const parts = { method: request.method, path: request.url, timestamp, nonce };
      if (!isSameSignature(computeSignature(key.secret, parts, body), signature))
        throw createFailure(sent, "signature");
      const status = getAccessKeyStatus(key, now);
      if (status !== "valid") throw createFailure(sent, endFailures[status]);
      const { id: accessKeyId, companyId, droneCount } = key;
      return {
        accessKeyId,
        accessKey,
        companyId,
        droneCount,
        nonce,
        at,
        address: request.ip,
        length: body.length,
      };
    },
    take: async (call) => {
      const now = clock();
      const { accessKeyId, accessKey, companyId, nonce, at } = call;
      const sent = { accessKey, clockOffsetMs: now.getTime() - at.getTime() };
      // Later, its nonce may be forgotten.
      if (!isInWindow(sent.clockOffsetMs)) throw createFailure(sent, "clock");
      const known = keys.peek(accessKey);
      const status = known ? getAccessKeyStatus(known, now) : "valid";
      if (status !== "valid") throw createFailure(sent, endFailures[status]);
      await nonces.load();
      if (nonces.has(accessKeyId, nonce)) throw createFailure(sent, "replayed");
      const share = limit(companyId, () => shares.take(call, call.length));
      await nonces.add(accessKeyId, nonce, at).catch((error: unknown) => {
        share.giveBack();
        throw error;
      });
      live.accessKeyUses.add(accessKeyId, { at: now, address: call.address });
      return { accessKeyId, accessKey, companyId, countSamples: share.countSamples };
    },
    stop: keys.stop,
  };
}

const getHeader = (headers: FastifyRequest["headers"], name: keyof typeof signatureHeaders): string =>
  String(headers[signatureHeaders[name]] ?? "");

/** The headers of a signature. */
function readSignature({ headers }: SignedRequest) {
  const accessKey = getHeader(headers, "accessKey");
  const timestamp = getHeader(headers, "timestamp");
  const nonce = getHeader(headers, "nonce");
  const signature = getHeader(headers, "signature");
  if (!accessKey || !timestamp || !signature || !/^[0-9A-Za-z-]{8,64}$/.test(nonce))
    throw new AuthError("unsigned");
  return { accessKey, timestamp, nonce, signature };
}

/** Compares in constant time. */
function isSameSignature(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
