import type { Db } from "../db/handle.ts";
import { staff } from "../db/schema/staff.ts";
import { generateInitialPassword } from "./generateInitialPassword.ts";
import { insertStaff } from "./insertStaff.ts";
import type { CreationContext } from "./startSession.ts";

/** Credentials of the first admin. */
export interface InitialLogin {
  readonly phoneNumber: string;
  readonly password: string;
}

/**
 * Creates an admin if there are no staff.
 * @param write stores the login; called before the account is committed, so that a crash in between loses no password
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
