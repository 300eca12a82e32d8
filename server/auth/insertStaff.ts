import type { Role } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { passwordHistory } from "../db/schema/passwordHistory.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { buildSearchText, toPinyinSortKey } from "../records/searchText.ts";
import { isPasswordWeak } from "./isPasswordWeak.ts";
import { hashPassword } from "./passwordHash.ts";

interface NewStaff {
  readonly name: string;
  readonly phoneNumber: string;
  readonly roles: readonly Exclude<Role, "display">[];
  /** MD5 of the password. */
  readonly password: string;
  /** Its hash, if it was computed before the transaction. */
  readonly passwordHash?: string;
  /** Whether the password counts as initial. */
  readonly mustChange: boolean;
  readonly introduction?: string;
  readonly dataScope?: StaffRecord["dataScope"];
  readonly departmentId?: string | null;
  readonly ownRoleId?: string | null;
}

/** Inserts a staff member and the first entry of the password history. */
export async function insertStaff(
  db: Db,
  account: NewStaff,
  context: { readonly now: Date; readonly newId: () => string },
): Promise<StaffRecord> {
  const { password, passwordHash = await hashPassword(password), ...rest } = account;
  const timestamps = { createdAt: context.now, updatedAt: context.now, passwordChangedAt: context.now };
  const passwordWeak = isPasswordWeak(password, account);
  const searchFields = { nameOrder: toPinyinSortKey(account.name), search: buildSearchText(account.name) };
  const [created] = await db
    .insert(staff)
    .values({
      id: context.newId(),
      ...rest,
      ...timestamps,
      ...searchFields,
      roles: [...account.roles],
      passwordHash,
      passwordWeak,
    })
    .returning();
  if (!created) throw new Error("The new staff member was not written");
  await db
    .insert(passwordHistory)
    .values({ id: context.newId(), staffId: created.id, passwordHash, createdAt: context.now });
  return created;
}
