import { createStatusMachine } from "./createStatusMachine.ts";

/** Goods are on sale or off sale. */
export const goodsStatusMachine = createStatusMachine("goodsStatus", "offSale", {
  offSale: { label: "已下架", on: { upShelf: "onSale" } },
  onSale: { label: "在售", on: { soldOut: "offSale" } },
});
