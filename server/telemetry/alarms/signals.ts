import type { AlarmKind, AlarmPriority } from "../../../adapters/contract/alarm.ts";
import type { StoredLine } from "../../db/schema/flight.ts";

/** A cause that a rule found, after its on-delay. The same kind, drone, hangar, zone and line is the same cause. */
export interface AlarmSignal {
  readonly kind: AlarmKind;
  readonly priority: AlarmPriority;
  /** Slot of the flight in the fleet; null for hangars and the platform itself. */
  readonly slot: number | null;
  /** Serial number of the drone; empty for hangars and the platform. */
  readonly droneSn: string;
  readonly hangarId: string | null;
  readonly zoneId: string | null;
  /** The line or screen that is lost; absent where the cause is about none. */
  readonly line?: StoredLine;
  /** WGS-84 degrees; null where it is not known. */
  readonly lng: number | null;
  readonly lat: number | null;
  /** Measured values and thresholds, SI units. */
  readonly values: Readonly<Record<string, number | string>>;
  /** The role that gets an SMS once it is raised; absent where nobody does. */
  readonly smsTo?: "maintainer";
}

/** Takes what the rules find. Times are the server's, UTC ms. */
export interface AlarmSink {
  /** A cause holds now. Called once when it begins, and again when its priority changes or another cause comes to it. */
  readonly raise: (signal: AlarmSignal, at: number) => void;
  /** A cause is over, after its off-delay. */
  readonly clear: (
    signal: Pick<AlarmSignal, "kind" | "droneSn" | "hangarId" | "zoneId" | "line">,
    at: number,
  ) => void;
}
