import type { Db } from "../db/handle.ts";
import { staff } from "../db/schema/staff.ts";
import { generateInitialPassword } from "./generateInitialPassword.ts";
import { insertStaff } from "./insertStaff.ts";
import type { CreationContext } from "./startSession.ts";

/** What the first admin signs in with. */
export interface InitialLogin {
  readonly phoneNumber: string;
  readonly password: string;
}

/**
 * On a platform without staff, makes one admin.
 * @param write stores the login; called before the account commits, so that a crash between loses no password
 */
export async function createFirstAdmin(
  db: Db,
  phoneNumber: string,
  context: CreationContext,
  write: (login: InitialLogin) => void,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(staff)) > 0) return;
    const { password, md5 } = generateInitialPassword(context.randomBytes);
    const account = {
      name: "超级管理员",
      phoneNumber,
      roles: ["admin"] as const,
      password: md5,
      mustChange: true,
    };
    await insertStaff(tx, account, context);
    write({ phoneNumber, password });
  });
}
