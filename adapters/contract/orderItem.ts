import * as z from "zod/mini";
import * as f from "./fields.ts";

/** Null where the role may not see amounts. */
const fen = z.nullable(z.int());

/** Goods in an order, as they were when the order was created. */
export const orderItem = z.object({
  goodsId: f.id,
  name: z.string(),
  quantity: z.int(),
  months: z.int(),
  unitPriceFen: fen,
  /** Unit price × quantity × months ÷ the goods' months, rounded to fen. */
  amountFen: fen,
  /** The same at the goods' original price; also null for orders from before it was stored. */
  originFen: fen,
});
export type OrderItem = z.infer<typeof orderItem>;

/** The price of an order as the server computes it, and why it would be refused (empty if it would not). */
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
