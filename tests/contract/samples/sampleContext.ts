import { and, asc, eq, ne } from "drizzle-orm";
import { companies } from "../../../server/db/schema/company.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

/** A platform with demo records, and what the samples look up in it as it is now. */
export interface SampleContext {
  readonly ctx: TestPlatform;
  readonly getCompany: (nth?: number) => Promise<typeof companies.$inferSelect>;
  /** A user who is not the last owner of a company, and so can move. */
  readonly getUser: () => Promise<typeof users.$inferSelect>;
  /** A colleague of the test's own staff. */
  readonly getColleague: () => Promise<typeof staff.$inferSelect>;
  /** A name for one act that was not used before. */
  readonly nextRequestId: () => string;
  /** A mobile number that nobody has. */
  readonly nextPhone: () => string;
}

export function createSampleContext(ctx: TestPlatform): SampleContext {
  let requestCount = 0;
  let phoneCount = 0;
  return {
    ctx,
    getCompany: async (nth = 0) =>
      assertFound((await ctx.db.select().from(companies).orderBy(asc(companies.id)).offset(nth).limit(1))[0]),
    getUser: async () => {
      const { id } = assertFound((await ctx.db.select().from(companies).orderBy(asc(companies.id)))[0]);
      const some = ctx.db.select().from(users);
      return assertFound(
        (await some.where(and(ne(users.role, "owner"), ne(users.companyId, id))).limit(1))[0],
      );
    },
    getColleague: async () =>
      assertFound((await ctx.db.select().from(staff).where(eq(staff.id, ctx.staff.duty.id)))[0]),
    nextRequestId: () => `sample-act-${++requestCount}`,
    nextPhone: () => `1770000${String(++phoneCount).padStart(4, "0")}`,
  };
}

function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The demo data lacks what a sample needs");
  return value;
}
