import { isInScope } from "../../../machines/status/dutyScope.ts";
import type { Db } from "../../db/handle.ts";
import { readTaskPlace } from "../../duty/dutyLog.ts";
import { RefusalError } from "../../errors.ts";
import type { ScreenView } from "../../screens/screenView.ts";
import type { FlightRegistry } from "../../telemetry/flights/flightRegistry.ts";
import { narrowRegistry } from "../../telemetry/flights/narrowRegistry.ts";

/** Refuses a task that a screen may not show: by where it flies, or where it last took off. */
export async function assertShown(
  db: Db,
  registry: FlightRegistry,
  { scope }: ScreenView,
  taskId: string,
): Promise<void> {
  if (scope.by === "all") return;
  const isShown = registry.getByTask(taskId)
    ? narrowRegistry(registry, scope).getByTask(taskId) !== undefined
    : isInScope(scope, await readTaskPlace(db, taskId));
  if (!isShown) throw new RefusalError("该任务不在本屏的显示范围内");
}
