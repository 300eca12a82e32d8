import { and, eq, exists, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserRow } from "../../../adapters/contract/user.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { smsDeclines } from "../../db/schema/smsDecline.ts";
import { users } from "../../db/schema/user.ts";
import { mostADay, sentToday } from "./phoneLimits.ts";

interface Addressed {
  readonly type: "notice" | "marketing";
  readonly target: {
    readonly companyIds?: readonly string[] | undefined;
    readonly userIds?: readonly string[] | undefined;
    readonly roles?: readonly UserRow["role"][] | undefined;
    readonly all?: boolean | undefined;
  };
}

interface Who {
  readonly meant: SQL | undefined;
  readonly declined: SQL<boolean>;
  readonly limited: SQL<boolean>;
}

/**
 * The people a mass sending is for: whoever may sign in, of the companies and roles. A frozen company's people get
 * notices, which tell them why, but no marketing.
 */
function who(
  db: Db,
  { type, target: { companyIds = [], userIds = [], roles, all } }: Addressed,
  now: Date,
): Who {
  const meant = and(
    isNull(users.deletedAt),
    eq(users.status, "normal"),
    isNull(companies.deletedAt),
    type === "marketing" ? eq(companies.status, "normal") : undefined,
    all ? undefined : or(inArray(users.companyId, [...companyIds]), inArray(users.id, [...userIds])),
    roles && roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
  );
  const decline = db
    .select({ phone: smsDeclines.phone })
    .from(smsDeclines)
    .where(eq(smsDeclines.phone, users.phoneNumber));
  const today = sentToday(db, users.phoneNumber, now);
  return {
    meant,
    declined: type === "marketing" ? sql<boolean>`${exists(decline)}` : sql<boolean>`false`,
    limited: sql<boolean>`${today} >= ${mostADay}`,
  };
}

/** How many a mass sending would reach, and how many it leaves out: who has declined, who has had the most of a day. */
export async function countRecipients(db: Db, addressed: Addressed, now: Date) {
  const { meant, declined, limited } = who(db, addressed, now);
  const people = db
    .select({ declined: declined.as("declined"), limited: limited.as("limited") })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(meant)
    .as("people");
  const [counted] = await db
    .select({
      count: sql`count(*) filter (where not ${people.declined} and not ${people.limited})`.mapWith(Number),
      declined: sql`count(*) filter (where ${people.declined})`.mapWith(Number),
      limited: sql`count(*) filter (where ${people.limited} and not ${people.declined})`.mapWith(Number),
    })
    .from(people);
  return counted ?? { count: 0, declined: 0, limited: 0 };
}

/** Those people themselves, each once. */
export function recipientsOf(db: Db, addressed: Addressed, now: Date) {
  const { meant, declined, limited } = who(db, addressed, now);
  return db
    .selectDistinctOn([users.phoneNumber], {
      phone: users.phoneNumber,
      recipientName: users.name,
      companyName: companies.name,
    })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(and(meant, sql`not ${declined}`, sql`not (${limited})`))
    .orderBy(users.phoneNumber);
}
