import * as z from "zod/mini";
import type { GoodsRow } from "../../../adapters/contract/goods.ts";
import type { FormValues } from "../../list/form/formConfig.ts";

const integerOrEmpty = z.union([z.number(), z.literal("")]);
const lineSchema = z.object({ goodsId: z.string(), quantity: integerOrEmpty, months: integerOrEmpty });
/** An order line in the form; an empty number is "". */
export type OrderLine = z.infer<typeof lineSchema>;

export const emptyLine: OrderLine = { goodsId: "", quantity: 1, months: "" };

/** Parses the field's value; empty if it is not valid. */
export function parseLines(value: unknown): readonly OrderLine[] {
  const parsed = z.array(lineSchema).safeParse(value);
  return parsed.success ? parsed.data : [];
}

export type PricedGoods = ReadonlyMap<string, Pick<GoodsRow, "priceFen" | "months">>;

const isPositiveInteger = (value: number | ""): value is number =>
  value !== "" && Number.isInteger(value) && value > 0;

/**
 * Amount of a line in fen: unit price × quantity × months ÷ the goods' months, rounded half up, exact at any size;
 * null if incomplete. Trials count one month.
 */
export function getLineFen({ goodsId, quantity, months }: OrderLine, priced: PricedGoods, trial: boolean) {
  const goods = priced.get(goodsId);
  const billedMonths = trial ? 1 : months;
  // Another platform may tell no price or a broken one.
  if (!goods || !Number.isInteger(goods.priceFen) || !isPositiveInteger(goods.months)) return null;
  if (!isPositiveInteger(quantity) || !isPositiveInteger(billedMonths)) return null;
  const product = BigInt(goods.priceFen) * BigInt(quantity) * BigInt(billedMonths);
  const divisor = BigInt(goods.months);
  return Number((2n * product + divisor) / (2n * divisor));
}

/** Amounts of the order form in fen, calculated in the browser. */
export interface OrderEstimate {
  /** Null while a line is incomplete. */
  readonly totalFen: number | null;
  readonly discountFen: number;
  readonly payableFen: number | null;
}

export function estimateOrder(values: FormValues, priced: PricedGoods): OrderEstimate {
  const trial = values["type"] === "trial";
  const lines = parseLines(values["items"]).map((orderLine) => getLineFen(orderLine, priced, trial));
  const isComplete = lines.length > 0 && lines.every((fen) => fen !== null);
  const totalFen = isComplete ? lines.reduce<number>((sum, fen) => sum + (fen ?? 0), 0) : null;
  const discountValue = values["discountFen"];
  const requestedDiscount = typeof discountValue === "number" ? discountValue : 0;
  // A discount above the total counts as the total; the server does the same and refuses it.
  const discountFen = trial ? (totalFen ?? 0) : Math.min(requestedDiscount, totalFen ?? requestedDiscount);
  return { totalFen, discountFen, payableFen: totalFen === null ? null : totalFen - discountFen };
}
