import { createColumns } from "../../../adapters/contract/columns.ts";
import { encodeFleetFrame, type FleetColumns, fleetColumns } from "../../../adapters/contract/fleetFrame.ts";

export interface SampleDrone {
  readonly index: number;
  readonly position: readonly [number, number];
  readonly heading?: number;
  readonly speed?: number;
  readonly height?: number;
  readonly battery?: number;
  readonly phase?: number;
  readonly link?: number;
  readonly ageS?: number;
  /** Bits of `frameAlarms`. */
  readonly alarms?: number;
}

/** Encodes a frame of these drones, as the server would send it. */
export function createFrame(
  drones: readonly SampleDrone[],
  sequence: number,
  serverTime = 1_800_000_000_000 + 1000 * sequence,
) {
  const columns: FleetColumns = createColumns(fleetColumns, drones.length);
  drones.forEach((drone, row) => {
    columns.index[row] = drone.index;
    columns.lon[row] = Math.round(drone.position[0] * 1e7);
    columns.lat[row] = Math.round(drone.position[1] * 1e7);
    columns.hEll[row] = columns.hAgl[row] = -32768;
    columns.hRel[row] = Math.round((drone.height ?? 80) * 10);
    columns.speed[row] = Math.round((drone.speed ?? 0) * 100);
    columns.heading[row] = drone.heading === undefined ? 65535 : Math.round(drone.heading * 100);
    columns.battery[row] = drone.battery ?? 70;
    columns.phase[row] = drone.phase ?? 4;
    columns.link[row] = drone.link ?? 0;
    columns.alarms[row] = drone.alarms ?? 0;
    columns.age[row] = Math.round((drone.ageS ?? 0) * 10);
  });
  const counts = { flying: drones.length, lost: 0, delayed: 0, positionAlarm: 0, positionFrozen: 0 };
  const head = {
    serverTime,
    sequence,
    tableId: 1,
    snapshot: sequence === 1,
    fleetSize: drones.length,
    counts,
  };
  return encodeFleetFrame(head, { columns, count: drones.length });
}

/** Creates a deterministic fleet at a given second, spread over a box around a centre. */
export function createSwarm(
  count: number,
  second: number,
  centre: readonly [number, number],
  spread: number,
): SampleDrone[] {
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  return Array.from({ length: count }, (_, index) => {
    const heading = random() * 360;
    const speed = 5 + random() * 13;
    const turn = (heading * Math.PI) / 180;
    const metres = (speed * second) / 111_320;
    const position = [
      centre[0] + (random() - 0.5) * spread * 1.6 + Math.sin(turn) * metres,
      centre[1] + (random() - 0.5) * spread + Math.cos(turn) * metres,
    ] as const;
    return {
      index,
      position,
      heading,
      speed,
      phase: 3 + Math.floor(random() * 6),
      battery: 20 + Math.floor(random() * 80),
    };
  });
}
