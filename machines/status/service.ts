import { serviceStatus } from "../../adapters/contract/service.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A service is on shelf or off shelf; events are named after their calls. */
export const serviceStatusMachine = createStatusMachine("serviceStatus", "offShelf", serviceStatus, {
  offShelf: { upShelf: "onShelf" },
  onShelf: { soldOut: "offShelf" },
});
