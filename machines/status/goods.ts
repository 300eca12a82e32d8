import { createStatusMachine } from "./createStatusMachine.ts";

/** A goods is on sale or off it. */
export const goodsStatusMachine = createStatusMachine("goodsStatus", "offSale", {
  offSale: { label: "已下架", on: { upShelf: "onSale" } },
  onSale: { label: "在售", on: { soldOut: "offSale" } },
});
