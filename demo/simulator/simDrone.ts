import type { DroneBase } from "./drones.ts";

/** A simulated drone with its company, pilot and hangar. */
export interface SimDrone {
  readonly base: DroneBase;
  readonly droneSn: string;
  readonly company: { readonly id: string; readonly name: string; readonly shortName: string };
  readonly pilot: { readonly id: string | null; readonly name: string; readonly phone: string };
  readonly hangar: { readonly id: string; readonly name: string } | null;
}
