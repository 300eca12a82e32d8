import type { LiveState } from "../../../adapters/contract/sample.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { FlightRegions } from "../flights/flightRegions.ts";
import type { TaskSummary } from "../flights/openTasks.ts";
import type { TaskListener } from "../flights/registryState.ts";

/** An open task as the feed shows it. */
export interface FeedTask {
  readonly slot: number;
  readonly task: Pick<TaskSummary, "id" | "taskNo" | "droneSn" | "companyId">;
}

/** How far the task of a slot is: nothing under way, a flight that is, one in the air. */
export type FlightStage = "idle" | "underWay" | "inAir";

/** What the feed reads: the registry, or the copy of that of another process. */
export interface FeedRegistry {
  readonly fleet: Pick<Fleet, "columns" | "hasPosition">;
  readonly regions: FlightRegions;
  readonly slots: Uint32Array;
  readonly count: () => number;
  readonly getBySlot: (slot: number) => FeedTask | undefined;
  readonly getByTask: (taskId: string) => FeedTask | undefined;
  readonly getByDrone: (droneSn: string) => FeedTask | undefined;
  readonly getStage: (slot: number) => FlightStage;
  readonly getLiveState: (task: FeedTask) => LiveState | null;
}

/** Told of what happens in it. */
export interface FeedListener extends TaskListener {
  readonly onOpened: (task: FeedTask) => void;
  readonly onClosed: (task: Pick<FeedTask, "slot">) => void;
  readonly onSample: (task: FeedTask) => void;
  readonly onEvent: (task: FeedTask, event: Parameters<TaskListener["onEvent"]>[1]) => void;
}
