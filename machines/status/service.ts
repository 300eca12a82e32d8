import { createStatusMachine } from "./createStatusMachine.ts";

/** A service is on shelf or off shelf; events are named after their calls. */
export const serviceStatusMachine = createStatusMachine("serviceStatus", "offShelf", {
  offShelf: { label: "已下架", on: { upShelf: "onShelf" } },
  onShelf: { label: "已上架", on: { soldOut: "offShelf" } },
});
