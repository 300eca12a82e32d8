import { count, sum } from "drizzle-orm";
import type { SmsCounts, smsCalls } from "../../../adapters/contract/sms.ts";
import type { Handler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { conditions } from "../../list/conditions.ts";
import { countedPage } from "../../list/pageQuery.ts";
import { smsList, smsRow } from "./smsList.ts";

/** Nothing in any status. */
const none: SmsCounts = { queued: 0, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0 };

/** A page of messages with the sums of the whole result, and how many of it there are in each status. */
export const smsPage: Handler<typeof smsCalls.smsListPage> = async ({ body }, call) => {
  const { status, ...others } = body;
  const groups = await inStatuses(call.db, conditions(smsList, others, call.now));
  const chosen = status ? groups.filter((group) => group.status === status) : groups;
  const sums = {
    count: chosen.reduce((total, group) => total + group.count, 0),
    parts: chosen.reduce((total, group) => total + group.parts, 0),
  };
  const page = await countedPage(call, smsList, body, smsRow, sums.count);
  return { ...page, sums, counts: countsOf(groups) };
};

const inStatuses = (db: Db, where: ReturnType<typeof conditions>) =>
  db
    .select({
      status: smsMessages.status,
      count: count(),
      parts: sum(smsMessages.parts).mapWith(Number),
    })
    .from(smsMessages)
    .where(where)
    .groupBy(smsMessages.status);

const countsOf = (groups: Awaited<ReturnType<typeof inStatuses>>): SmsCounts => ({
  ...none,
  ...Object.fromEntries(groups.map((group) => [group.status, group.count])),
});

/** How many of some messages, deleted ones included, there are in each status. */
export const countStatuses = async (db: Db, where: ReturnType<typeof conditions>): Promise<SmsCounts> =>
  countsOf(await inStatuses(db, where));
