import { and, eq, isNull } from "drizzle-orm";
import { dummyVerify, verifyPassword } from "../../auth/passwordHash.ts";
import type { Db } from "../../db/handle.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { users } from "../../db/schema/user.ts";

export type AuthenticationResult =
  | { readonly staff: StaffRecord }
  /** Nobody, or not their password: told alike, and after the same time. */
  | { readonly failure: "wrong" }
  /** The right password of somebody who still may not in. */
  | { readonly failure: "disabled" | "noConsole" };

/** Who a phone number and password are. One password is hashed in every case. */
export async function authenticate(db: Db, phone: string, password: string): Promise<AuthenticationResult> {
  const [member] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.phoneNumber, phone), isNull(staff.deletedAt)));
  if (!member) return authenticateCompanyUser(db, phone, password);
  if (!(await verifyPassword(member.passwordHash, password))) return { failure: "wrong" };
  if (member.status === "disabled") return { failure: "disabled" };
  if (member.roles.length === 0) return { failure: "noConsole" };
  return { staff: member };
}

/** People of the companies have accounts as well, but none for this console. */
async function authenticateCompanyUser(
  db: Db,
  phone: string,
  password: string,
): Promise<AuthenticationResult> {
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.phoneNumber, phone), isNull(users.deletedAt)));
  const isMatch = user ? await verifyPassword(user.passwordHash, password) : await dummyVerify(password);
  return { failure: isMatch ? "noConsole" : "wrong" };
}
