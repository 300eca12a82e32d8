import type { LinkState } from "../../adapters/contract/flight.ts";
import { createFleet, type Fleet } from "../../server/telemetry/fleet/fleet.ts";
import { putSample, type SourceSample } from "../../server/telemetry/fleet/putSample.ts";
import type { TrackPiece } from "../../server/telemetry/fleet/recorder.ts";
import { makeBatch } from "../../server/telemetry/fleet/sampleColumns.ts";

export const slot = 3;

/** A fleet with one open flight, and what it has told so far. */
export interface FleetUnderTest {
  readonly fleet: Fleet;
  readonly rejected: string[];
  readonly links: string[];
  readonly pieces: TrackPiece[];
  /** Sends one sample that arrives at once; the clock of the drone is the server's where nothing else is said. */
  readonly send: (sample: Partial<SourceSample> & { readonly tSrc: number }, tReceived?: number) => void;
  /** Lets the server's time pass without samples, half a second at a time. */
  readonly wait: (from: number, to: number) => void;
  readonly link: () => LinkState;
}

export function fleetUnderTest(): FleetUnderTest {
  const rejected: string[] = [];
  const links: string[] = [];
  const pieces: TrackPiece[] = [];
  const fleet = createFleet(1_024, {
    accepted: () => {},
    rejected: (_slot, reason) => rejected.push(reason),
    phaseChanged: () => {},
    linkChanged: (_slot, _from, to) => links.push(to),
    recorded: (piece) => pieces.push(piece),
  });
  fleet.open(slot);
  const slots = Uint32Array.of(slot);
  return {
    fleet,
    rejected,
    links,
    pieces,
    send: (sample, tReceived = sample.tSrc) => {
      const batch = makeBatch(1);
      putSample(batch, slot, { seq: 0, ...sample });
      fleet.take(batch, tReceived);
    },
    wait: (from, to) => {
      for (let now = from; now <= to; now += 500) fleet.refresh(slots, 1, now);
    },
    link: () => fleet.linkOf(slot),
  };
}

/** Degrees × 10⁷ of a place in Alxa, so many metres to the north. */
export const at = (metresNorth: number) => ({
  lat: Math.round((39.92 + metresNorth / 111_195) * 1e7),
  lon: 1_054_600_000,
});
