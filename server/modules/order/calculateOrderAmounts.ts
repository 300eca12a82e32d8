import type { TaxRate } from "../../../adapters/contract/service.ts";
import type { OrderedGoods, OrderedService, OrderTaxLine } from "../../db/schema/order.ts";
import { divideHalfUp, splitByWeight } from "./divideHalfUp.ts";

/** A service in a goods, with what its share of the price goes by. */
export interface PricedService extends OrderedService {
  readonly priceFen: number;
  readonly taxRate: TaxRate;
  readonly taxCode: string;
}

/** A goods at its present price. */
export interface PricedGoods {
  readonly id: string;
  readonly name: string;
  readonly months: number;
  readonly priceFen: number;
  readonly originPriceFen: number;
  readonly services: readonly PricedService[];
}

/** What somebody wants of a goods. */
export interface GoodsSelection {
  readonly goods: PricedGoods;
  readonly quantity: number;
  readonly months: number;
}

export interface OrderAmounts {
  readonly items: readonly OrderedGoods[];
  readonly totalFen: number;
  readonly discountFen: number;
  readonly payableFen: number;
  readonly taxLines: readonly OrderTaxLine[];
  readonly exTaxFen: number;
  readonly commissionFen: number;
}

/**
 * Every amount of an order, in fen: each goods' unit price × quantity × months ÷ the goods' months, rounded; the
 * discount taken off the sum; the rest by service for its tax; commission in percent of the amount without tax.
 */
export function calculateOrderAmounts(
  selections: readonly GoodsSelection[],
  discountFen: number,
  channelRatio: number,
): OrderAmounts {
  const items = selections.map(toOrderedGoods);
  const totalFen = items.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const payableFen = totalFen - discountFen;
  const taxLines = calculateTaxLines(selections, items, payableFen);
  const exTaxFen = taxLines.reduce((sum, line) => sum + calculateExTax(line), 0);
  return {
    items,
    totalFen,
    discountFen,
    payableFen,
    taxLines,
    exTaxFen,
    commissionFen: calculateCommission(exTaxFen, channelRatio),
  };
}

const toOrderedGoods = ({ goods, quantity, months }: GoodsSelection): OrderedGoods => ({
  goodsId: goods.id,
  name: goods.name,
  quantity,
  months,
  unitPriceFen: goods.priceFen,
  originPriceFen: goods.originPriceFen,
  amountFen: divideHalfUp([goods.priceFen, quantity, months], goods.months),
  goodsMonths: goods.months,
  services: goods.services.map(({ serviceId, name, kind, unit, quantity }) => ({
    serviceId,
    name,
    kind,
    unit,
    quantity,
  })),
});

/** What a goods of an order would have cost at its original price; null where that was not kept. */
export const calculateOriginFen = (item: OrderedGoods): number | null =>
  item.originPriceFen === undefined
    ? null
    : divideHalfUp([item.originPriceFen, item.quantity, item.months], item.goodsMonths);

/** The payable amount by service: by the goods' amounts first, then by what the services in each cost one by one. */
function calculateTaxLines(
  selections: readonly GoodsSelection[],
  items: readonly OrderedGoods[],
  payableFen: number,
): OrderTaxLine[] {
  const netAmounts = splitByWeight(
    payableFen,
    items.map(({ amountFen }) => amountFen),
  );
  const lines = new Map<string, OrderTaxLine>();
  for (const [index, { goods }] of selections.entries()) {
    const shares = splitByWeight(
      netAmounts[index] ?? 0,
      goods.services.map(({ priceFen, quantity }) => priceFen * quantity),
    );
    for (const [serviceIndex, { serviceId, name, taxCode, taxRate }] of goods.services.entries()) {
      const amountFen = (lines.get(serviceId)?.amountFen ?? 0) + (shares[serviceIndex] ?? 0);
      lines.set(serviceId, { name, taxCode, taxRate, amountFen });
    }
  }
  return [...lines.values()];
}

/** An amount without the tax that is in it, in fen. */
export const calculateExTax = ({ amountFen, taxRate }: Pick<OrderTaxLine, "amountFen" | "taxRate">): number =>
  divideHalfUp([amountFen, 100], 100 + Number(taxRate));

/** Commission in fen: percent with two decimals of an amount without tax. */
export const calculateCommission = (exTaxFen: number, channelRatio: number): number =>
  divideHalfUp([exTaxFen, Math.round(channelRatio * 100)], 10_000);

/** The part of an order's commission that its confirmed money has earned. */
export const calculateEarnedCommission = (order: {
  readonly commissionFen: number;
  readonly payableFen: number;
  readonly paidFen: number;
}): number =>
  order.paidFen >= order.payableFen
    ? order.commissionFen
    : divideHalfUp([order.commissionFen, order.paidFen], order.payableFen);
