import * as z from "zod/mini";
import type { GoodsRow } from "../../../adapters/contract/goods.ts";
import type { FormValues } from "../../list/form/formConfig.ts";

const integerOrEmpty = z.union([z.number(), z.literal("")]);
const lineSchema = z.object({ goodsId: z.string(), quantity: integerOrEmpty, months: integerOrEmpty });
/** One goods of an order as it is filled in; a number that is not there yet is "". */
export type OrderLine = z.infer<typeof lineSchema>;

export const emptyLine: OrderLine = { goodsId: "", quantity: 1, months: "" };

/** The lines that a form's value holds; none where it holds no such thing. */
export function parseLines(value: unknown): readonly OrderLine[] {
  const parsed = z.array(lineSchema).safeParse(value);
  return parsed.success ? parsed.data : [];
}

export type PricedGoods = ReadonlyMap<string, Pick<GoodsRow, "priceFen" | "months">>;

const isPositiveInteger = (value: number | ""): value is number =>
  value !== "" && Number.isInteger(value) && value > 0;

/**
 * What a line costs, in fen: unit price × quantity × months ÷ the goods' months, rounded half up, exact at any size;
 * null as long as something is missing. A trial's goods are counted for one month.
 */
export function getLineFen({ goodsId, quantity, months }: OrderLine, priced: PricedGoods, trial: boolean) {
  const goods = priced.get(goodsId);
  const billedMonths = trial ? 1 : months;
  if (!goods || !isPositiveInteger(quantity) || !isPositiveInteger(billedMonths)) return null;
  const product = BigInt(goods.priceFen) * BigInt(quantity) * BigInt(billedMonths);
  const divisor = BigInt(goods.months);
  return Number((2n * product + divisor) / (2n * divisor));
}

/** What an order as it is filled in costs, by this page's own count, in fen. */
export interface OrderEstimate {
  /** Null as long as a line is not complete. */
  readonly totalFen: number | null;
  readonly discountFen: number;
  readonly payableFen: number | null;
}

export function estimateOrder(values: FormValues, priced: PricedGoods): OrderEstimate {
  const trial = values["type"] === "trial";
  const lines = parseLines(values["items"]).map((orderLine) => getLineFen(orderLine, priced, trial));
  const complete = lines.length > 0 && lines.every((fen) => fen !== null);
  const totalFen = complete ? lines.reduce<number>((sum, fen) => sum + (fen ?? 0), 0) : null;
  const discountValue = values["discountFen"];
  const requestedDiscount = typeof discountValue === "number" ? discountValue : 0;
  // A discount beyond the total counts as the whole of it, on the server too, which refuses it.
  const discountFen = trial ? (totalFen ?? 0) : Math.min(requestedDiscount, totalFen ?? requestedDiscount);
  return { totalFen, discountFen, payableFen: totalFen === null ? null : totalFen - discountFen };
}
