import { companyCalls } from "../../../adapters/contract/company.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { type Caller, mayCall } from "../../../adapters/contract/mayCall.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { day } from "../../../adapters/contract/statistics.ts";
import { taskHistoryCalls } from "../../../adapters/contract/taskHistory.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { getSchemaAtPath } from "../../list/getSchemaAtPath.ts";
import { toInstantRange } from "../../list/query/dateRange.ts";

/** A list that holds what a figure counts. */
export type ListTarget = "companies" | "users" | "orders" | "refunds" | "flights";

interface CountedList {
  readonly path: string;
  readonly call: Endpoint & { readonly body: object };
  /** Name of the condition of the kind. */
  readonly kindName?: string;
  /** Conditions that make the list count by the same day as the statistics. */
  readonly fixed: Readonly<Record<string, string>>;
}

const lists: Readonly<Record<ListTarget, CountedList>> = {
  companies: {
    path: "/account/accountList",
    call: companyCalls.companyPageList,
    kindName: "type",
    fixed: {},
  },
  users: { path: "/account/userList", call: userCalls.userPageList, fixed: {} },
  orders: {
    path: "/order/orderList",
    call: orderCalls.orderPageList,
    kindName: "type",
    fixed: { dateField: "paid" },
  },
  refunds: {
    path: "/order/orderList",
    call: orderCalls.orderPageList,
    kindName: "type",
    fixed: { dateField: "refunded" },
  },
  flights: { path: "/page/directive", call: taskHistoryCalls.taskHistoryList, kindName: "kind", fixed: {} },
};

/** Another platform may not tell the days of its figures. */
const isDay = (text: string): boolean => day.safeParse(text).success;

/** The conditions of a figure that its list takes too; without days, everything until now. */
export interface CountedPart {
  readonly days?: { readonly from: string; readonly to: string };
  readonly regionId?: string | null;
  readonly channelCodeId?: string;
  readonly kind?: string;
}

/**
 * The address of the list behind a figure, with the same conditions; null where one may not open it or the list
 * has no such condition.
 */
export function toListPath(
  target: ListTarget | null,
  { days, regionId, channelCodeId, kind }: CountedPart,
  user: Caller,
): string | null {
  if (target === null) return null;
  const { path, call, kindName = "kind", fixed } = lists[target];
  if (!mayCall(user, call) || (days && ![days.from, days.to].every(isDay))) return null;
  const conditions = Object.entries({
    ...fixed,
    ...(days ? toInstantRange([days.from, days.to]) : {}),
    ...(regionId ? { regionId } : {}),
    ...(channelCodeId === undefined ? {} : { channelCodeId }),
    ...(kind === undefined ? {} : { [kindName]: kind }),
  });
  if (!conditions.every(([name]) => getSchemaAtPath(call.body, name) !== null)) return null;
  const search = new URLSearchParams(conditions).toString();
  return search === "" ? path : `${path}?${search}`;
}
