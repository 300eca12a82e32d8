import type { TaxRate } from "../../../adapters/contract/service.ts";
import type { OrderedGoods, OrderedService, OrderTaxLine } from "../../db/schema/order.ts";

/** Divides a product of integers by an integer, rounding half up; exact at any size. */
export function divideHalfUp(factors: readonly number[], divisor: number): number {
  const product = factors.reduce((value, factor) => value * BigInt(factor), 1n);
  const by = BigInt(divisor);
  return Number((2n * product + by) / (2n * by));
}

/**
 * Splits an amount in proportion to weights, to the fen. The shares add up to the amount; none exceeds its weight as long
 * as the amount does not exceed their sum. If all weights are 0, the first gets everything.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (totalWeight === 0) return weights.map((_, index) => (index === 0 ? amount : 0));
  let weightSoFar = 0;
  let allocated = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const cumulative = divideHalfUp([amount, weightSoFar], totalWeight);
    const share = cumulative - allocated;
    allocated = cumulative;
    return share;
  });
}

/** A service in a goods, with the price that determines its share and with its tax. */
export interface PricedService extends OrderedService {
  readonly priceFen: number;
  readonly taxRate: TaxRate;
  readonly taxCode: string;
}

/** A goods at its current price. */
export interface PricedGoods {
  readonly id: string;
  readonly name: string;
  readonly months: number;
  readonly priceFen: number;
  readonly originPriceFen: number;
  readonly services: readonly PricedService[];
}

/** A goods with the ordered quantity and months. */
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
 * Calculates the amounts of an order, in fen. Each goods costs unit price × quantity × months ÷ the goods' months,
 * rounded. The sum minus the discount is split by service for its tax. Commission is a percentage of the net amount.
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

/** The amount of a goods at its original price; null for an order that did not store it. */
export const calculateOriginFen = (item: OrderedGoods): number | null =>
  item.originPriceFen === undefined
    ? null
    : divideHalfUp([item.originPriceFen, item.quantity, item.months], item.goodsMonths);

/** Splits the payable amount by goods, in proportion to their amounts, then by service, in proportion to list prices. */
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

/** The net amount of an amount that includes tax, in fen. */
export const calculateExTax = ({ amountFen, taxRate }: Pick<OrderTaxLine, "amountFen" | "taxRate">): number =>
  divideHalfUp([amountFen, 100], 100 + Number(taxRate));

/** Commission in fen; the ratio is a percentage with two decimals of the net amount. */
export const calculateCommission = (exTaxFen: number, channelRatio: number): number =>
  divideHalfUp([exTaxFen, Math.round(channelRatio * 100)], 10_000);

/** The part of an order's commission that its confirmed payments have earned. */
export const calculateEarnedCommission = (order: {
  readonly commissionFen: number;
  readonly payableFen: number;
  readonly paidFen: number;
}): number =>
  order.paidFen >= order.payableFen
    ? order.commissionFen
    : divideHalfUp([order.commissionFen, order.paidFen], order.payableFen);
