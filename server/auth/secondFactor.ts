import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { recoveryCodes } from "../db/schema/recoveryCodes.ts";
import type { StaffRecord } from "../db/schema/staff.ts";
import { decryptSecret, encryptSecret } from "./encryptSecret.ts";
import { findTotpStep } from "./totp.ts";
import { updateStaff } from "./updateStaff.ts";

const recoveryCodeCount = 10;
const recoveryCodeLength = 10;
/** 32 letters and digits that do not look alike. */
const recoveryAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Whether a second factor must be enabled first. */
export const mustEnableSecondFactor = (
  requiredRoles: readonly Role[],
  { roles, totpSecret }: Pick<StaffRecord, "roles" | "totpSecret">,
): boolean => totpSecret === null && roles.some((role) => requiredRoles.includes(role));

/** Stores a confirmed secret and new recovery codes, which are returned only here: `4f7k2-9mzt0`. */
export async function enableSecondFactor(
  call: Call,
  member: StaffRecord,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<string[]> {
  const { db, now, secretKey, randomBytes } = call;
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(recoveryCodeLength), (byte) => recoveryAlphabet[byte % 32]).join(""),
  );
  await db.delete(recoveryCodes).where(eq(recoveryCodes.staffId, member.id));
  await db.insert(recoveryCodes).values(
    codes.map((code) => ({
      id: call.newId(),
      staffId: member.id,
      codeHash: hashRecoveryCode(secretKey, code).toString("hex"),
    })),
  );
  const totpSecret = encryptSecret(secretKey, randomBytes, secret);
  const stamps = { version: member.version + 1, updatedAt: now };
  await updateStaff(call, member.id, { totpSecret, totpStep: step, ...stamps });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Removes a second factor with its recovery codes. Returns the staff member's new version. */
export async function removeSecondFactor(call: Call, { id, version }: StaffRecord): Promise<number> {
  await call.db.delete(recoveryCodes).where(eq(recoveryCodes.staffId, id));
  const stamps = { version: version + 1, updatedAt: call.now };
  await updateStaff(call, id, { totpSecret: null, totpStep: null, ...stamps });
  return version + 1;
}

/** Number of recovery codes that were not used yet. */
export const countRecoveryCodes = (db: Db, staffId: string): Promise<number> =>
  db.$count(recoveryCodes, isUnused(staffId));

/**
 * Uses up a code of the authenticator or a recovery code. Returns which of both it was, null if it is wrong or was used
 * before. The caller holds the lock of the member's row.
 */
export async function consumeCode(
  call: Call,
  { id, totpSecret, totpStep }: StaffRecord,
  typed: string,
): Promise<"totp" | "recoveryCode" | null> {
  if (totpSecret === null) return null;
  const { db, now, secretKey } = call;
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, "");
  // Both are checked in every case, so that the duration tells nothing.
  const step = findTotpStep(decryptSecret(secretKey, totpSecret), code, now);
  const hash = hashRecoveryCode(secretKey, code);
  const unused = await db.select().from(recoveryCodes).where(isUnused(id));
  const [match] = unused.filter(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash, "hex"), hash));
  if (step !== null && step > (totpStep ?? 0)) {
    await updateStaff(call, id, { totpStep: step });
    return "totp";
  }
  if (!match) return null;
  await db.update(recoveryCodes).set({ usedAt: now }).where(eq(recoveryCodes.id, match.id));
  return "recoveryCode";
}

const isUnused = (staffId: string) => and(eq(recoveryCodes.staffId, staffId), isNull(recoveryCodes.usedAt));

const hashRecoveryCode = (secretKey: Buffer, code: string) =>
  createHmac("sha256", secretKey).update(`recovery code ${code}`).digest();
