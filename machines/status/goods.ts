import { goodsStatus } from "../../adapters/contract/goods.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** Goods are on sale or off sale. */
export const goodsStatusMachine = createStatusMachine("goodsStatus", "offSale", goodsStatus, {
  offSale: { upShelf: "onSale" },
  onSale: { soldOut: "offSale" },
});
