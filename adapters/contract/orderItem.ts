import * as z from "zod/mini";
import * as f from "./fields.ts";

/** Null where the role may not see amounts. */
const fen = z.nullable(z.int());

/** Goods in an order, as they were when it was made. */
export const orderItem = z.object({
  goodsId: f.id,
  name: z.string(),
  quantity: z.int(),
  months: z.int(),
  unitPriceFen: fen,
  /** Unit price × quantity × months ÷ the goods' months, rounded to fen. */
  amountFen: fen,
  /** The same at the goods' original price; null as well on an order of before it was kept. */
  originFen: fen,
});
export type OrderItem = z.infer<typeof orderItem>;

/** What an order would cost, by the server's count, and why it could not be made (empty where it could). */
export const orderQuote = z.object({
  items: z.array(orderItem),
  totalFen: z.int(),
  discountFen: z.int(),
  payableFen: z.int(),
  exTaxFen: z.int(),
  channelName: z.string(),
  channelRatio: z.number(),
  commissionFen: z.int(),
  refusal: z.string(),
});
