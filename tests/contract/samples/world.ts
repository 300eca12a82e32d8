import { and, asc, eq, ne } from "drizzle-orm";
import { companies } from "../../../server/db/schema/company.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import type { TestPlatform } from "../../platform.ts";

/** A platform with demo records, and what the samples look up in it as it is now. */
export interface World {
  readonly on: TestPlatform;
  readonly company: (nth?: number) => Promise<typeof companies.$inferSelect>;
  /** A user who is not the last owner of a company, and so can move. */
  readonly user: () => Promise<typeof users.$inferSelect>;
  /** A colleague of the test's own staff. */
  readonly colleague: () => Promise<typeof staff.$inferSelect>;
  /** A name for one act that was not used before. */
  readonly requestId: () => string;
  /** A mobile number that nobody has. */
  readonly phone: () => string;
}

export function worldOf(on: TestPlatform): World {
  let acts = 0;
  let phones = 0;
  return {
    on,
    company: async (nth = 0) =>
      sure((await on.db.select().from(companies).orderBy(asc(companies.id)).offset(nth).limit(1))[0]),
    user: async () => {
      const { id } = sure((await on.db.select().from(companies).orderBy(asc(companies.id)))[0]);
      const some = on.db.select().from(users);
      return sure((await some.where(and(ne(users.role, "owner"), ne(users.companyId, id))).limit(1))[0]);
    },
    colleague: async () => sure((await on.db.select().from(staff).where(eq(staff.id, on.staff.duty.id)))[0]),
    requestId: () => `sample-act-${++acts}`,
    phone: () => `1770000${String(++phones).padStart(4, "0")}`,
  };
}

function sure<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo data lacks what a sample needs");
  return value;
}
