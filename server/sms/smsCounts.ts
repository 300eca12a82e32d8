import { count, type SQL, sum } from "drizzle-orm";
import type { SmsCounts } from "../../adapters/contract/sms.ts";
import type { Db } from "../db/handle.ts";
import { smsMessages } from "../db/schema/sms.ts";

const zeroCounts: SmsCounts = { queued: 0, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0 };

/** Numbers of messages and of their parts by status. */
export const groupByStatus = (db: Db, where: SQL | undefined) =>
  db
    .select({
      status: smsMessages.status,
      count: count(),
      parts: sum(smsMessages.parts).mapWith(Number),
    })
    .from(smsMessages)
    .where(where)
    .groupBy(smsMessages.status);

export const toSmsCounts = (groups: Awaited<ReturnType<typeof groupByStatus>>): SmsCounts => ({
  ...zeroCounts,
  ...Object.fromEntries(groups.map((group) => [group.status, group.count])),
});

/** Counts messages by status, including deleted ones. */
export const getSmsCounts = async (db: Db, where: SQL | undefined): Promise<SmsCounts> =>
  toSmsCounts(await groupByStatus(db, where));
