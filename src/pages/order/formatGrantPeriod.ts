import type { OrderRow } from "../../../adapters/contract/order.ts";
import type { ServiceGrantRow } from "../../../adapters/contract/serviceGrant.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatDay } from "../../ui/format/formatTime.ts";

/** The period of a planned grant, as text after its amount; empty for an existing grant. */
export function formatGrantPeriod(
  { type }: Pick<OrderRow, "type">,
  { id, months, startAt, expireAt }: Pick<ServiceGrantRow, "id" | "months" | "startAt" | "expireAt">,
): string {
  if (id !== null) return "";
  if (type === "trial") return "，30 天";
  if (expireAt === null) return `，${formatNumber(months)} 个月`;
  return startAt === null
    ? `，按 ${formatNumber(months)} 个月计价，与现有服务同时于 ${formatDay(expireAt)} 到期`
    : `，${formatNumber(months)} 个月，接续现有服务，${formatDay(startAt)} 至 ${formatDay(expireAt)}`;
}
