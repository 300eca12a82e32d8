import type { RejectionReason } from "../../adapters/contract/telemetry.ts";
import type { SampleBatch } from "./fleet/sampleColumns.ts";
import type { OpenTask } from "./flights/openTask.ts";

/** A rejected row of a batch. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: RejectionReason;
}

/** Receives telemetry from every source: devices, simulator and replay. */
export interface TelemetrySink {
  /**
   * Opens a flight and reserves a slot for it.
   * @param onClosed called once when the flight ends; the slot must not be used after that
   * @returns the slot for its samples, or null if the fleet is full
   */
  readonly open: (task: OpenTask, onClosed?: () => void) => number | null;
  /**
   * Ingests samples.
   * @param tReceived server clock at arrival, UTC ms
   * @returns the rejected rows
   */
  readonly ingest: (batch: SampleBatch, tReceived: number) => readonly RejectedRow[];
  readonly photo: (slot: number, tSrc: number) => void;
}

/** A telemetry source that sends on a timer from `start` to `stop`. */
export interface TelemetrySource {
  /** Sends everything due by the platform's clock. The timer calls it after `start`. */
  readonly run: () => void;
  readonly start: () => void;
  readonly stop: () => void;
}
