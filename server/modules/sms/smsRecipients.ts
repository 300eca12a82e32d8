import { and, eq, exists, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserRow } from "../../../adapters/contract/user.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { smsDeclines } from "../../db/schema/smsDecline.ts";
import { users } from "../../db/schema/user.ts";
import { countSentToday, maxPerDay } from "./phoneLimits.ts";

interface Audience {
  readonly type: "notice" | "marketing";
  readonly target: {
    readonly companyIds?: readonly string[] | undefined;
    readonly userIds?: readonly string[] | undefined;
    readonly roles?: readonly UserRow["role"][] | undefined;
    readonly all?: boolean | undefined;
  };
}

interface RecipientFilter {
  readonly isTargeted: SQL | undefined;
  readonly declined: SQL<boolean>;
  readonly limited: SQL<boolean>;
}

/**
 * Selects the recipients of a bulk SMS: unfrozen users of the companies and roles. Users of a frozen company get
 * notices with the reason, but no marketing.
 */
function buildRecipientFilter(
  db: Db,
  { type, target: { companyIds = [], userIds = [], roles, all } }: Audience,
  now: Date,
): RecipientFilter {
  const isTargeted = and(
    isNull(users.deletedAt),
    eq(users.status, "normal"),
    isNull(companies.deletedAt),
    type === "marketing" ? eq(companies.status, "normal") : undefined,
    all ? undefined : or(inArray(users.companyId, [...companyIds]), inArray(users.id, [...userIds])),
    roles && roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
  );
  const declineQuery = db
    .select({ phone: smsDeclines.phone })
    .from(smsDeclines)
    .where(eq(smsDeclines.phone, users.phoneNumber));
  const sentTodayQuery = countSentToday(db, users.phoneNumber, now);
  return {
    isTargeted,
    declined: type === "marketing" ? sql<boolean>`${exists(declineQuery)}` : sql<boolean>`false`,
    limited: sql<boolean>`${sentTodayQuery} >= ${maxPerDay}`,
  };
}

/** Counts the recipients of a bulk SMS, and those it skips because they declined or reached the daily limit. */
export async function countRecipients(db: Db, audience: Audience, now: Date) {
  const { isTargeted, declined, limited } = buildRecipientFilter(db, audience, now);
  const people = db
    .select({ declined: declined.as("declined"), limited: limited.as("limited") })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(isTargeted)
    .as("people");
  const [counts] = await db
    .select({
      count: sql`count(*) filter (where not ${people.declined} and not ${people.limited})`.mapWith(Number),
      declined: sql`count(*) filter (where ${people.declined})`.mapWith(Number),
      limited: sql`count(*) filter (where ${people.limited} and not ${people.declined})`.mapWith(Number),
    })
    .from(people);
  return counts ?? { count: 0, declined: 0, limited: 0 };
}

/** Reads the recipients, one per phone. */
export function selectRecipients(db: Db, audience: Audience, now: Date) {
  const { isTargeted, declined, limited } = buildRecipientFilter(db, audience, now);
  return db
    .selectDistinctOn([users.phoneNumber], {
      phone: users.phoneNumber,
      recipientName: users.name,
      companyId: companies.id,
      companyName: companies.name,
    })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(and(isTargeted, sql`not ${declined}`, sql`not (${limited})`))
    .orderBy(users.phoneNumber);
}
