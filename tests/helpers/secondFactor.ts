import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { encryptSecret } from "../../server/auth/encryptSecret.ts";
import { staff } from "../../server/db/schema/staff.ts";
import type { TestPlatform } from "./testPlatform.ts";

/** The secret of RFC 6238, appendix B. */
export const testTotpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** The authenticator's code at an instant. */
export const generateCode = (at: Date, secret = testTotpSecret): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

/** Gives an account a second factor with `testTotpSecret`, without recovery codes. */
export async function giveSecondFactor({ db, platform }: TestPlatform, staffId: string): Promise<void> {
  const totpSecret = encryptSecret(platform.secretKey, platform.randomBytes, testTotpSecret);
  await db.update(staff).set({ totpSecret, totpStep: null }).where(eq(staff.id, staffId));
}
