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

/** Verifies signed requests. One that is taken costs at most one statement, which stores its nonce with those of others. */
export interface SignedRequests {
  /**
   * For a request whose body was not read yet.
   * @throws RateLimitError if the company of its key has used up its share
   */
  readonly admit: (request: SignedRequest) => void;
  /**
   * Verifies a request and takes it from its company's share.
   * @throws AuthError if a header is missing, the timestamp is outside the window, the signature is wrong, the key has
   * ended, or the nonce was used before
   * @throws RateLimitError if the company has used up its share
   */
  readonly verify: (request: SignedRequest, body: Buffer) => Promise<Signer>;
  readonly stop: () => void;
}

const endFailures = { revoked: "keyRevoked", expired: "keyExpired" } as const;

export function createSignedRequests(
  platform: Pick<Platform, "priorityDb" | "bus" | "clock" | "monotonicMs" | "secretKey"> & {
    readonly lookups: LookupLimiter;
    readonly live: Pick<LiveService, "ingestStatus" | "accessKeyUses">;
  },
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
  return {
    admit: ({ headers }) => {
      const key = keys.peek(getHeader(headers, "accessKey"));
      if (key) limit(key.companyId, () => shares.check(key.companyId));
    },
    verify: async (request, body) => {
      const now = clock();
      const { accessKey, timestamp, nonce, signature } = readSignature(request);
      const at = new Date(Number(timestamp));
      const clockOffsetMs = now.getTime() - at.getTime();
      const createFailure = (reason: SignatureFailure, isKnownKey: boolean) => {
        live.ingestStatus.addSignatureFailure({
          accessKey,
          reason,
          at: now.getTime(),
          clockOffsetMs: Number.isFinite(clockOffsetMs) ? clockOffsetMs : null,
          isKnownKey,
        });
        return new AuthError(reason);
      };
      // Written as a negation so that NaN, from a timestamp that is not a number, is rejected too.
      if (!(Math.abs(clockOffsetMs) <= clockWindowMs)) {
        // A database that is busy or away leaves open whether there is such a key.
        const known = await keys.find(accessKey, request.ip).catch(() => null);
        throw createFailure("clock", known !== null);
      }
      const key = await keys.find(accessKey, request.ip);
      if (key === null || key.secret === null) throw createFailure("signature", key !== null);
      const parts = { method: request.method, path: request.url, timestamp, nonce };
      if (!isSameSignature(computeSignature(key.secret, parts, body), signature))
        throw createFailure("signature", true);
      const status = getAccessKeyStatus(key, now);
      if (status !== "valid") throw createFailure(endFailures[status], true);
      await nonces.load();
      if (nonces.has(key.id, nonce)) throw createFailure("replayed", true);
      const share = limit(key.companyId, () => shares.take(key, body.length));
      await nonces.add(key.id, nonce, at).catch((error: unknown) => {
        share.giveBack();
        throw error;
      });
      live.accessKeyUses.add(key.id, { at: now, address: request.ip });
      return { accessKeyId: key.id, accessKey, companyId: key.companyId, countSamples: share.countSamples };
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
