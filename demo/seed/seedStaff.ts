import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Role } from "../../adapters/contract/roles.ts";
import { demoPassword } from "../../adapters/contract/weakPasswords.ts";
import { insertStaff } from "../../server/auth/insertStaff.ts";
import type { Db } from "../../server/db/handle.ts";
import { type StaffRecord, staff } from "../../server/db/schema/staff.ts";
import type { SeedContext } from "./seedCompanies.ts";

type DemoPerson = readonly [name: string, phoneNumber: string, ...roles: Exclude<Role, "display">[]];

/** One demo account for each console role. */
export const demoAccounts: readonly DemoPerson[] = [
  ["陈立新", "13800000001", "admin"],
  ["周晓岚", "13800000002", "operator"],
  ["吴敏", "13800000003", "finance"],
  ["郑海涛", "13800000004", "maintainer"],
  ["孙悦", "13800000005", "duty"],
];

const colleagues: readonly DemoPerson[] = [
  ["王建国", "13910020011", "admin"],
  ["李婷婷", "13910020012", "operator"],
  ["赵宇航", "13910020013", "operator"],
  ["欧阳文静", "13910020014", "operator", "finance"],
  ["刘志强", "13910020015", "operator"],
  ["黄雅琴", "13910020016", "finance"],
  ["何俊杰", "13910020017", "finance"],
  ["高云飞", "13910020018", "maintainer"],
  ["林国栋", "13910020019", "maintainer", "duty"],
  ["罗丹", "13910020020", "duty"],
  ["谢天宇", "13910020021", "duty"],
  ["唐思远", "13910020022", "operator"],
];

const hourMs = 3_600_000;
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Seeds the demo accounts, and colleagues with random passwords; the last two are disabled. */
export async function seedStaff(db: Db, { faker, now, newId }: SeedContext): Promise<StaffRecord[]> {
  const created: StaffRecord[] = [];
  for (const [index, [name, phoneNumber, ...roles]] of [...demoAccounts, ...colleagues].entries()) {
    const isDemo = index < demoAccounts.length;
    const joinedAt = new Date(now.getTime() - (900 - index * 37) * 24 * hourMs);
    const password = md5(isDemo ? demoPassword : faker.string.uuid());
    const account = { name, phoneNumber, roles, password, mustChange: roles[0] === "admin" && isDemo };
    const record = await insertStaff(db, account, { now: joinedAt, newId });
    const status =
      index > demoAccounts.length + colleagues.length - 3 ? ("disabled" as const) : ("normal" as const);
    const lastLoginAt = isDemo ? null : new Date(now.getTime() - (index * 7 + 2) * hourMs);
    // Demo passwords are new, so that only the initial password of the first account causes a warning.
    const passwordChangedAt = isDemo ? now : joinedAt;
    await db.update(staff).set({ status, lastLoginAt, passwordChangedAt }).where(eq(staff.id, record.id));
    created.push({ ...record, status, lastLoginAt, passwordChangedAt });
  }
  return created;
}
