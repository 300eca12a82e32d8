import { generateURI, ScureBase32Plugin, verifySync } from "otplib";
import { systemTitle } from "../../adapters/contract/constants.ts";

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;
const stepSeconds = 30;
const base32 = new ScureBase32Plugin();

/** A new secret, base32 without padding. */
export const generateTotpSecret = (randomBytes: (count: number) => Buffer): string =>
  base32.encode(randomBytes(secretBytes));

/** The `otpauth://` address of a secret, for a QR code. */
export const createTotpUri = (secret: string, accountName: string): string =>
  generateURI({ issuer: systemTitle, label: accountName, secret });

/**
 * The time step that a code of six digits belongs to: the current one, the one before or the one after, as clocks
 * differ. Null if it belongs to none of them.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds });
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : null;
}
