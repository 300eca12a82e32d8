import { and, gt, isNull, or, type SQL } from "drizzle-orm";
import type { AccessKeyStatus } from "../../adapters/contract/accessKey.ts";
import { accessKeys } from "../db/schema/accessKey.ts";

type KeyEnd = Pick<typeof accessKeys.$inferSelect, "revokedAt" | "expiresAt">;

/** Only a valid key may sign. Its end belongs to the time after it. */
export function getAccessKeyStatus({ revokedAt, expiresAt }: KeyEnd, now: Date): AccessKeyStatus {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "valid";
}

/** The condition for which `getAccessKeyStatus` says valid. */
export const isValidKey = (now: Date): SQL | undefined =>
  and(isNull(accessKeys.revokedAt), or(isNull(accessKeys.expiresAt), gt(accessKeys.expiresAt, now)));
