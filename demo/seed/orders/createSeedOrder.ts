import type { OrderedGoods, OrderRecord } from "../../../server/db/schema/order.ts";
import {
  calculateOrderAmounts,
  type PricedGoods,
} from "../../../server/modules/order/calculateOrderAmounts.ts";
import type { ActiveOrFutureGrant } from "../../../server/modules/serviceGrant/planGrants.ts";
import { buildSearchText } from "../../../server/records/searchText.ts";
import type { CompanyInsert, SeedContext } from "../seedCompanies.ts";
import type { Person } from "./createOrderSteps.ts";
import { planFixedGrants } from "./fixedMonths.ts";

type OrderType = OrderRecord["type"];

export interface Channel {
  readonly name: string;
  readonly ratio: number;
}

interface SeedOrderOptions {
  readonly company: CompanyInsert;
  readonly channel: Channel | null;
  readonly creator: Person;
  readonly type: OrderType;
  readonly at: Date;
  readonly orderNo: string;
  readonly goods: readonly PricedGoods[];
  readonly months: number | null;
}

/** A new order; its amounts are calculated by the server's own functions. */
export function createSeedOrder({ faker, newId }: SeedContext, options: SeedOrderOptions): OrderRecord {
  const { company, channel, creator, type, at, orderNo } = options;
  const isTrial = type === "trial";
  const lines = options.goods.map((goods) => ({
    goods,
    quantity: isTrial
      ? 1
      : faker.helpers.weightedArrayElement([
          { value: 1, weight: 6 },
          { value: 2, weight: 3 },
          { value: faker.number.int({ min: 3, max: 12 }), weight: 2 },
        ]),
    months: isTrial ? 1 : (options.months ?? goods.months),
  }));
  const ratio = channel?.ratio ?? 0;
  const { totalFen } = calculateOrderAmounts(lines, 0, ratio);
  const percent = faker.datatype.boolean(0.25) ? faker.number.int({ min: 1, max: 10 }) : 0;
  const discountFen = isTrial ? totalFen : Math.floor((totalFen * percent) / 10_000) * 100;
  const { items, taxLines, ...amounts } = calculateOrderAmounts(lines, discountFen, ratio);
  const isFree = amounts.payableFen === 0;
  return {
    ...amounts,
    id: newId(),
    version: 1,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    orderNo,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    type,
    items,
    goodsNames: items.map(({ name }) => name).join("、"),
    taxLines,
    paidFen: 0,
    pendingFen: 0,
    refundFen: 0,
    refundAskFen: 0,
    refundPayee: "",
    refundBank: "",
    refundAccount: "",
    refundVoucherUrl: "",
    refundedAt: null,
    contractNo: "",
    contractUrl: "",
    status: isFree ? "auditing" : "pending",
    statusAt: at,
    payMethod: "bank",
    createdBy: creator.id,
    createdByName: creator.name,
    submittedBy: isFree ? creator.id : null,
    submittedByName: isFree ? creator.name : "",
    auditorId: null,
    auditorName: "",
    auditedAt: null,
    auditRemark: "",
    paidAt: null,
    endAt: null,
    closeReason: "",
    invoiceStatus: "none",
    invoicedFen: 0,
    channelCodeId: company.channelCodeId ?? null,
    channelName: channel?.name ?? "",
    channelRatio: ratio,
    earnedFen: 0,
    remark: "",
    search: buildSearchText(orderNo, company.name),
  };
}

/** The latest end of the order's grants if it is approved then; null if it cannot be granted. */
export function getGrantsEnd(
  now: Date,
  order: { readonly type: OrderType; readonly items: readonly OrderedGoods[] },
  running: readonly ActiveOrFutureGrant[],
  approvedAt: Date,
): Date | null {
  const grants = planFixedGrants(now, order, running, approvedAt);
  return (
    grants?.reduce<Date | null>(
      (end, { expireAt }) => (end === null || expireAt > end ? expireAt : end),
      null,
    ) ?? null
  );
}
