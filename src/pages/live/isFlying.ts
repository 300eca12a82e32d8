import type { TaskRow } from "../../../adapters/contract/task.ts";
import type { LiveTasksContext } from "../../../machines/liveTasksPort.ts";
import type { FleetTable } from "../../live/fleetTable.ts";

type SelectedTask = Pick<LiveTasksContext<TaskRow, unknown, unknown>, "selected" | "opened" | "ended">;

/** Whether the selected task is in the air. One whose record is not loaded is, if the map has its drone. */
export function isFlying(
  { selected, opened, ended }: SelectedTask,
  { indexOf }: Pick<FleetTable, "indexOf">,
): boolean {
  if (selected === null || ended !== null) return false;
  return opened ? opened.status === "running" : indexOf(selected) !== null;
}
