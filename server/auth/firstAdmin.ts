import type { Db } from "../db/handle.ts";
import { staff } from "../db/schema/staff.ts";
import { initialPassword } from "./initialPassword.ts";
import { newStaff } from "./newStaff.ts";
import type { Makers } from "./startSession.ts";

/** On a platform without staff, makes one admin; answers with the password, which is kept nowhere, or null. */
export async function firstAdmin(db: Db, phoneNumber: string, make: Makers): Promise<string | null> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(staff)) > 0) return null;
    const { password, md5 } = initialPassword(make.randomBytes);
    const who = {
      name: "超级管理员",
      phoneNumber,
      roles: ["admin"] as const,
      password: md5,
      mustChange: true,
    };
    await newStaff(tx, who, make);
    return password;
  });
}
