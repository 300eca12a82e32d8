import type { RejectionReason } from "../../adapters/contract/telemetry.ts";
import type { SampleBatch } from "./fleet/sampleColumns.ts";
import type { OpenTask } from "./flights/openTask.ts";

/** A rejected row of a batch. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: RejectionReason;
}

/** What every source of telemetry feeds; behind it nobody can tell one source from another. */
export interface TelemetrySink {
  /**
   * Makes room for a flight that begins to send.
   * @param onClosed is called once when the flight is over; its slot must not be sent to any more
   * @returns the slot to send to, or null where no more flights fit
   */
  readonly open: (task: OpenTask, onClosed?: () => void) => number | null;
  /**
   * Samples as they arrived at that time of the server's clock, UTC ms.
   * @returns the rows that were not believed
   */
  readonly ingest: (batch: SampleBatch, tReceived: number) => readonly RejectedRow[];
  readonly photo: (slot: number, tSrc: number) => void;
}

/** A source that runs by itself from `start` to `stop`. */
export interface TelemetrySource {
  /** Sends what is due by the platform's clock; by itself after `start`. */
  readonly run: () => void;
  readonly start: () => void;
  readonly stop: () => void;
}
