import type { TaskEvent } from "../../../adapters/contract/liveMessages.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { RejectedRow } from "../telemetrySource.ts";
import type { DronesOnGround } from "./dronesOnGround.ts";
import type { OpenTask, OpenTasks } from "./openTasks.ts";
import type { WriteBehind } from "./writeBehind.ts";

/** Called synchronously for everything that happens to open tasks. */
export interface TaskListener {
  readonly onOpened: (task: OpenTask) => void;
  readonly onClosed: (task: OpenTask) => void;
  /** A slot is about to become another task's of the same drone; its flight goes on. */
  readonly onRenaming: (task: OpenTask) => void;
  readonly onRenamed: (task: OpenTask) => void;
  readonly onSample: (task: OpenTask) => void;
  readonly onEvent: (task: OpenTask, event: TaskEvent) => void;
}

/** What the registry holds, with what all tasks share while a batch or a tick is processed. */
export interface RegistryState {
  readonly newId: () => string;
  readonly writes: WriteBehind;
  readonly listener: TaskListener;
  readonly tasks: OpenTasks;
  readonly fleet: Fleet;
  readonly dronesOnGround: DronesOnGround;
  /** Server's time of the batch or tick, UTC ms. */
  receivedAt: number;
  /** Until then links change by a restart of the server, which is no drone's doing; UTC ms, 0 without one. */
  restartUntil: number;
  rejectedRows: RejectedRow[];
  /** Where the next tick continues to store flights. */
  persistCursor: number;
}
