import type { Role } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { passwordHistory } from "../db/schema/passwordHistory.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { pinyinOrder, searchText } from "../modules/pinyinOrder.ts";
import { hashPassword } from "./passwordHash.ts";
import { isWeak } from "./weakPassword.ts";

interface NewStaff {
  readonly name: string;
  readonly phoneNumber: string;
  readonly roles: readonly Exclude<Role, "display">[];
  /** MD5 of the password. */
  readonly password: string;
  /** Its hash, where it was made before the transaction. */
  readonly passwordHash?: string;
  /** Whether the password counts as initial. */
  readonly mustChange: boolean;
  readonly introduction?: string;
}

/** Adds a staff member with their password and its history. */
export async function newStaff(
  db: Db,
  who: NewStaff,
  make: { readonly now: Date; readonly newId: () => string },
): Promise<StaffRecord> {
  const { password, passwordHash = await hashPassword(password), ...rest } = who;
  const at = { createdAt: make.now, updatedAt: make.now, passwordChangedAt: make.now };
  const passwordWeak = isWeak(password, who);
  const found = { nameOrder: pinyinOrder(who.name), search: searchText(who.name) };
  const [made] = await db
    .insert(staff)
    .values({ id: make.newId(), ...rest, ...at, ...found, roles: [...who.roles], passwordHash, passwordWeak })
    .returning();
  if (!made) throw new Error("The new staff member was not written");
  await db
    .insert(passwordHistory)
    .values({ id: make.newId(), staffId: made.id, passwordHash, createdAt: make.now });
  return made;
}
