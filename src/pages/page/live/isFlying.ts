import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { LiveTasksContext } from "../../../../machines/liveTasks.machine.ts";
import type { FleetTable } from "./fleetTable.ts";

type SelectedTask = Pick<LiveTasksContext<TaskRow>, "selected" | "tasks" | "ended">;

/** Whether the selected task is in the air. A task missing in the list is, if the map has its drone. */
export function isFlying(
  { selected, tasks, ended }: SelectedTask,
  { indexOf }: Pick<FleetTable, "indexOf">,
): boolean {
  if (selected === null || ended !== null) return false;
  const task = tasks.find(({ id }) => id === selected);
  return task ? task.status === "running" : indexOf(selected) !== null;
}
