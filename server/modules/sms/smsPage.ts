import { toValues } from "../../../adapters/contract/page.ts";
import type { smsCalls } from "../../../adapters/contract/sms.ts";
import type { Handler } from "../../call.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { groupByStatus, toSmsCounts } from "../../sms/smsCounts.ts";
import { smsList, toSmsRow } from "./smsList.ts";

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
