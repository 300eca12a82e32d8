import type { SampleBatch } from "./fleet/sampleColumns.ts";
import type { Rejection } from "./fleet/validateSamples.ts";
import type { OpenTaskOptions, TaskSummary } from "./flights/openTasks.ts";

/** A rejected row of a batch. */
export interface RejectedRow extends Rejection {
  readonly row: number;
}

/** Receives telemetry from every source: devices, simulator and replay. */
export interface TelemetrySink {
  /**
   * Makes room for a task whose drone sends. One drone has one open task: another one of it is closed. Where all places
   * are taken, the task whose flight ended first makes room.
   * @returns the slot to send to, or null where no more fit
   */
  readonly open: (task: TaskSummary, options?: OpenTaskOptions) => number | null;
  /**
   * Ingests samples.
   * @param tReceived server clock at arrival, UTC ms
   * @returns the rejected rows
   */
  readonly ingest: (batch: SampleBatch, tReceived: number) => readonly RejectedRow[];
  readonly photo: (slot: number, tSrc: number) => void;
  /** The source reports that the plan is over: the task closes at that time of the server's clock. */
  readonly complete: (slot: number, now: number) => void;
}

/** A telemetry source that sends on a timer from `start` to `stop`. */
export interface TelemetrySource {
  /** Sends everything due by the platform's clock. The timer calls it after `start`. */
  readonly run: () => void;
  readonly start: () => void;
  readonly stop: () => void;
}
