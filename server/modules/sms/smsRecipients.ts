import { and, count, eq, exists, gt, inArray, isNull, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { parsePhoneKeyword } from "../../../adapters/contract/parsePhoneKeyword.ts";
import { recipientListMs } from "../../../adapters/contract/smsRecipients.ts";
import type { BulkTarget } from "../../../adapters/contract/smsTarget.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { smsDeclines } from "../../db/schema/smsDecline.ts";
import { smsRecipientLists } from "../../db/schema/smsRecipientList.ts";
import { users } from "../../db/schema/user.ts";
import { RefusalError } from "../../errors.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { countSentToday, maxPerDay } from "../../sms/phoneLimits.ts";
import { companyList } from "../company/companyList.ts";
import { readServiceEnds, type ServiceEnds } from "../serviceGrant/serviceEnds.ts";
import { userList } from "../user/userList.ts";

export interface Audience {
  readonly type: "notice" | "marketing";
  readonly target: BulkTarget;
}

interface RecipientFilter {
  /** Undeleted users of the companies and roles. */
  readonly isTargeted: SQL | undefined;
  readonly frozen: SQL<boolean>;
  readonly declined: SQL<boolean>;
  readonly limited: SQL<boolean>;
}

/**
 * Refuses a list that a phone number was searched in: such a search is limited and audited, and the number of
 * recipients would tell its result.
 */
function assertNoPhoneSearch({ companies: companyQuery, users: userQuery }: BulkTarget): void {
  for (const keyword of [companyQuery?.keyword, userQuery?.keyword])
    if (keyword !== undefined && parsePhoneKeyword(keyword))
      throw new RefusalError("不能群发给按手机号查找的结果，请在列表中勾选收件人后再发");
}

/** The users of a list. */
const selectListed = (db: Db, listId: string) =>
  db
    .select({ id: sql`jsonb_array_elements_text(${smsRecipientLists.userIds})::int8` })
    .from(smsRecipientLists)
    .where(eq(smsRecipientLists.id, listId));

/** Refuses a list of somebody else, or one that is too old: its numbers may belong to others by now. */
export async function assertOwnList(
  db: Db,
  { listId }: BulkTarget,
  staffId: string,
  now: Date,
): Promise<void> {
  if (listId === undefined) return;
  const since = new Date(now.getTime() - recipientListMs);
  const [list] = await db
    .select({ id: smsRecipientLists.id })
    .from(smsRecipientLists)
    .where(
      and(
        eq(smsRecipientLists.id, listId),
        eq(smsRecipientLists.staffId, staffId),
        gt(smsRecipientLists.createdAt, since),
      ),
    );
  if (!list) throw new RefusalError("收件名单已过期，请重新选择文件");
}

/** The companies of a target; undefined for all. */
function buildCompanyCondition({ companyIds = [], companies: query, all }: BulkTarget, now: Date) {
  if (all) return undefined;
  return or(
    inArray(companies.id, [...companyIds]),
    query ? buildConditions(companyList, query, now) : undefined,
  );
}

/**
 * Selects the recipients of a bulk SMS: unfrozen users of the companies and roles. Users of a frozen company get
 * notices with the reason, but no marketing.
 */
function buildRecipientFilter(db: Db, { type, target }: Audience, now: Date): RecipientFilter {
  assertNoPhoneSearch(target);
  const { userIds = [], listId, users: userQuery, roles = [], all } = target;
  const isTargeted = and(
    isNull(users.deletedAt),
    isNull(companies.deletedAt),
    all
      ? undefined
      : or(
          buildCompanyCondition(target, now),
          inArray(users.id, [...userIds]),
          listId ? inArray(users.id, selectListed(db, listId)) : undefined,
          userQuery ? buildConditions(userList, userQuery, now) : undefined,
        ),
    roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
  );
  const isFrozen = or(
    eq(users.status, "frozen"),
    type === "marketing" ? eq(companies.status, "frozen") : undefined,
  );
  const declineQuery = db
    .select({ phone: smsDeclines.phone })
    .from(smsDeclines)
    .where(eq(smsDeclines.phone, users.phoneNumber));
  const sentTodayQuery = countSentToday(db, users.phoneNumber, now);
  return {
    isTargeted,
    frozen: sql<boolean>`${isFrozen}`,
    declined: type === "marketing" ? sql<boolean>`${exists(declineQuery)}` : sql<boolean>`false`,
    limited: sql<boolean>`${sentTodayQuery} >= ${maxPerDay}`,
  };
}

/** Counts the recipients of a bulk SMS, and those it skips because they are frozen, declined or at the daily limit. */
export async function countRecipients(db: Db, audience: Audience, now: Date) {
  const { isTargeted, frozen, declined, limited } = buildRecipientFilter(db, audience, now);
  const people = db
    .select({
      frozen: frozen.as("frozen"),
      declined: declined.as("declined"),
      limited: limited.as("limited"),
    })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(isTargeted)
    .as("people");
  const active = sql`not ${people.frozen}`;
  const [counts] = await db
    .select({
      count:
        sql`count(*) filter (where ${active} and not ${people.declined} and not ${people.limited})`.mapWith(
          Number,
        ),
      frozen: sql`count(*) filter (where ${people.frozen})`.mapWith(Number),
      declined: sql`count(*) filter (where ${active} and ${people.declined})`.mapWith(Number),
      limited:
        sql`count(*) filter (where ${active} and ${people.limited} and not ${people.declined})`.mapWith(
          Number,
        ),
    })
    .from(people);
  return counts ?? { count: 0, frozen: 0, declined: 0, limited: 0 };
}

/** Counts the companies of a target that have no user of its roles; 0 for a target of users. */
export async function countUnreachableCompanies(db: Db, { target }: Audience, now: Date): Promise<number> {
  const { companyIds = [], companies: query, roles = [], all } = target;
  if (!all && !query && companyIds.length === 0) return 0;
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.companyId, companies.id),
        isNull(users.deletedAt),
        roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
      ),
    );
  const [counted] = await db
    .select({ count: count() })
    .from(companies)
    .where(and(isNull(companies.deletedAt), buildCompanyCondition(target, now), notExists(people)));
  return counted?.count ?? 0;
}

/** Reads the recipients, one per phone. */
export function selectRecipients(db: Db, audience: Audience, now: Date) {
  const { isTargeted, frozen, declined, limited } = buildRecipientFilter(db, audience, now);
  return db
    .selectDistinctOn([users.phoneNumber], {
      phone: users.phoneNumber,
      recipientName: users.name,
      companyId: companies.id,
      companyName: companies.name,
      managerName: companies.managerName,
    })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(and(isTargeted, not(frozen), not(declined), not(limited)))
    .orderBy(users.phoneNumber);
}

/** Reads which service of each company in an audience ends next; an ended one is never told. */
export async function findEndingServices(
  db: Db,
  audience: Audience,
  now: Date,
): Promise<ReadonlyMap<string, ServiceEnds>> {
  const { isTargeted } = buildRecipientFilter(db, audience, now);
  const companyIds = db
    .select({ id: companies.id })
    .from(users)
    .innerJoin(companies, eq(users.companyId, companies.id))
    .where(isTargeted);
  const ends = await readServiceEnds(db, companyIds, now);
  return new Map([...ends].filter(([, { expireAt }]) => expireAt !== null && expireAt > now));
}
