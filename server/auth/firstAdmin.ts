import type { Db } from "../db/handle.ts";
import { staff } from "../db/schema/staff.ts";
import { initialPassword } from "./initialPassword.ts";
import { newStaff } from "./newStaff.ts";
import type { Makers } from "./startSession.ts";

/** What the first admin signs in with. */
export interface FirstLogin {
  readonly phoneNumber: string;
  readonly password: string;
}

/**
 * On a platform without staff, makes one admin.
 * @param write stores the login; called before the account commits, so that a crash between loses no password
 */
export async function firstAdmin(
  db: Db,
  phoneNumber: string,
  make: Makers,
  write: (login: FirstLogin) => void,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(staff)) > 0) return;
    const { password, md5 } = initialPassword(make.randomBytes);
    const who = {
      name: "超级管理员",
      phoneNumber,
      roles: ["admin"] as const,
      password: md5,
      mustChange: true,
    };
    await newStaff(tx, who, make);
    write({ phoneNumber, password });
  });
}
