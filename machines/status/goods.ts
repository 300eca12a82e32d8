import { statusMachine } from "./statusMachine.ts";

/** A goods is on sale or off it. */
export const goodsStatusMachine = statusMachine("goodsStatus", "offSale", {
  offSale: { label: "已下架", on: { upShelf: "onSale" } },
  onSale: { label: "在售", on: { soldOut: "offSale" } },
});
