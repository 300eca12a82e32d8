import type { LinkState } from "../../adapters/contract/flight.ts";
import { appendSample, type SourceSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createFleet, type Fleet } from "../../server/telemetry/fleet/fleet.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import type { RecordedChunk } from "../../server/telemetry/fleet/trackRecorder.ts";

export const slot = 3;

/** A fleet with one open flight and the events it has emitted. */
export interface FleetFixture {
  readonly fleet: Fleet;
  readonly rejected: string[];
  readonly linkChanges: string[];
  readonly chunks: RecordedChunk[];
  /** Ingests one sample; by default it arrives without delay and with equal clocks. */
  readonly send: (sample: Partial<SourceSample> & { readonly tSrc: number }, tReceived?: number) => void;
  /** Ingests samples that come in one call. */
  readonly sendBatch: (
    samples: readonly (Partial<SourceSample> & { readonly tSrc: number })[],
    tReceived: number,
  ) => void;
  /** Advances the server time without samples, in steps of 500 ms. */
  readonly advance: (from: number, to: number) => void;
  readonly linkState: () => LinkState;
}

export function setupFleet(): FleetFixture {
  const rejected: string[] = [];
  const linkChanges: string[] = [];
  const chunks: RecordedChunk[] = [];
  const fleet = createFleet(createSlotColumns(1_024), {
    prepareSample: () => true,
    onAccepted: () => {},
    onRejected: (_slot, { reason }) => rejected.push(reason),
    onPhaseChanged: () => {},
    onLinkChanged: (_slot, _from, to) => linkChanges.push(to),
    onRecorded: () => undefined,
    onChunkRecorded: (chunk) => chunks.push(chunk),
  });
  fleet.open(slot);
  const sendBatch: FleetFixture["sendBatch"] = (samples, tReceived) => {
    const batch = createBatch(samples.length);
    for (const sample of samples) appendSample(batch, slot, { seq: 0, ...sample });
    fleet.ingest(batch, tReceived);
  };
  const slots = Uint32Array.of(slot);
  return {
    fleet,
    rejected,
    linkChanges,
    chunks,
    send: (sample, tReceived = sample.tSrc) => sendBatch([sample], tReceived),
    sendBatch,
    advance: (from, to) => {
      for (let now = from; now <= to; now += 500) fleet.refresh(slots, 1, now, 0);
    },
    linkState: () => fleet.getLinkState(slot),
  };
}

/** A position in Alxa, moved north by some metres, in degrees × 10⁷. */
export const samplePosition = (metresNorth: number) => ({
  lat: Math.round((39.92 + metresNorth / 111_195) * 1e7),
  lon: 1_054_600_000,
});
