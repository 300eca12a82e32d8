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

/** Stage of a task: no flight, a flight under way on the ground, a flight in the air. */
export type FlightStage = "idle" | "underWay" | "inAir";

/** What the feed reads: the registry, or a copy of the one of the owner of the live picture. */
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

/** Listens to changes of the registry. */
export interface FeedListener extends TaskListener {
  readonly onOpened: (task: FeedTask) => void;
  readonly onClosed: (task: Pick<FeedTask, "slot">) => void;
  readonly onSample: (task: FeedTask) => void;
  readonly onEvent: (task: FeedTask, event: Parameters<TaskListener["onEvent"]>[1]) => void;
}
