import { count, sum } from "drizzle-orm";
import { toValues } from "../../../adapters/contract/page.ts";
import type { SmsCounts, smsCalls } from "../../../adapters/contract/sms.ts";
import type { Handler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { smsList, toSmsRow } from "./smsList.ts";

const zeroCounts: SmsCounts = { queued: 0, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0 };

/** A page of messages, with the sums and the counts by status of the whole result. */
export const smsPage: Handler<typeof smsCalls.smsListPage> = async ({ body }, call) => {
  const { status, ...otherFilters } = body;
  const groups = await groupByStatus(call.db, buildConditions(smsList, otherFilters, call.now));
  const selectedGroups = status ? groups.filter((group) => toValues(status).includes(group.status)) : groups;
  const sums = {
    count: selectedGroups.reduce((total, group) => total + group.count, 0),
    parts: selectedGroups.reduce((total, group) => total + group.parts, 0),
  };
  const page = await queryCountedPage(call, smsList, body, toSmsRow, sums.count);
  return { ...page, sums, counts: toSmsCounts(groups) };
};

const groupByStatus = (db: Db, where: ReturnType<typeof buildConditions>) =>
  db
    .select({
      status: smsMessages.status,
      count: count(),
      parts: sum(smsMessages.parts).mapWith(Number),
    })
    .from(smsMessages)
    .where(where)
    .groupBy(smsMessages.status);

const toSmsCounts = (groups: Awaited<ReturnType<typeof groupByStatus>>): SmsCounts => ({
  ...zeroCounts,
  ...Object.fromEntries(groups.map((group) => [group.status, group.count])),
});

/** Counts messages by status, including deleted ones. */
export const getSmsCounts = async (db: Db, where: ReturnType<typeof buildConditions>): Promise<SmsCounts> =>
  toSmsCounts(await groupByStatus(db, where));
