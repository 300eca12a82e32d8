import { and, asc, eq, ne } from "drizzle-orm";
import { companies } from "../../../server/db/schema/company.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

/** A platform with demo records, and functions that read its current records. */
export interface SampleContext {
  readonly ctx: TestPlatform;
  readonly getCompany: (nth?: number) => Promise<typeof companies.$inferSelect>;
  /** A user who is no owner and can therefore change company. */
  readonly getUser: () => Promise<typeof users.$inferSelect>;
  /** A member of the test staff. */
  readonly getColleague: () => Promise<typeof staff.$inferSelect>;
  /** A new requestId. */
  readonly nextRequestId: () => string;
  /** An unused mobile number. */
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
