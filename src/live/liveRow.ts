import { getAlarmLevel } from "../../adapters/contract/droneState.ts";
import { fleetUnknown, getDataFault, maxFrameAge } from "../../adapters/contract/fleetFrame.ts";
import {
  type FlightPhase,
  flightPhases,
  type LinkState,
  linkStates,
} from "../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../adapters/contract/task.ts";
import type { FleetSnapshot } from "../map/drones/data/fleetSnapshot.ts";
import { deriveLinkState } from "./formatFlight.ts";

/** What a row shows of its flight at one moment. */
export interface RowStatus {
  readonly phase: FlightPhase | null;
  readonly link: LinkState;
  /** Age of the position in ms; null where none ever came. */
  readonly ageMs: number | null;
  /** Percent; null where unknown. */
  readonly battery: number | null;
  /** What is wrong with its data; null where nothing is. */
  readonly fault: string | null;
  /** Index of the worst open alarm in `alarmLevels`. */
  readonly alarmLevel: number;
}

/** Rows of a snapshot by their index in the fleet table. */
export type SnapshotRows = ReadonlyMap<number, number>;

/** Finds the rows of some drones; a frame has up to 20,000. */
export function findRows(
  { columns, count }: FleetSnapshot,
  wanted: ReadonlySet<number | null>,
): SnapshotRows {
  const rows = new Map<number, number>();
  for (let row = 0; row < count; row++) {
    const index = columns.index[row] ?? -1;
    if (wanted.has(index)) rows.set(index, row);
  }
  return rows;
}

/** The newest frame that a list may be shown with. */
export interface FrameSource {
  readonly snapshot: FleetSnapshot;
  readonly rows: SnapshotRows;
}

/**
 * The flight of a row: from the frame where it is in there and newer, else as the list had it, older by now.
 * @param listAt server's time of the list @param now server's time, both UTC ms
 * @returns null for a task without a flight under way
 */
export function getRowStatus(
  row: LiveTaskRow,
  listAt: number,
  frame: FrameSource | null,
  index: number | null,
  now: number,
): RowStatus | null {
  const frameRow = index === null ? undefined : frame?.rows.get(index);
  const { phase, link, age, battery, alarms } = row;
  if (!link) return null;
  const passed = Math.max(0, now - listAt);
  const ageMs = age === undefined ? null : age * 1_000 + passed;
  if (frame && frameRow !== undefined && frame.snapshot.serverTime >= listAt)
    return readFrameRow(frame.snapshot, frameRow, now, ageMs);
  return {
    phase: phase ?? null,
    link: deriveLinkState(link, passed - listIntervalMs) ?? link,
    ageMs,
    battery: battery ?? null,
    fault: getDataFault(alarms ?? 0),
    alarmLevel: getAlarmLevel(alarms ?? 0),
  };
}

/** The list is read more often than this: until then its rows are as new as can be. */
export const listIntervalMs = 10_000;

/** @param knownAgeMs age by the list: the frame's column ends at 1.8 hours */
function readFrameRow(
  { columns, serverTime }: FleetSnapshot,
  row: number,
  now: number,
  knownAgeMs: number | null,
): RowStatus {
  const age = columns.age[row] ?? 0;
  const passed = Math.max(0, now - serverTime);
  const link = linkStates[columns.link[row] ?? 0] ?? "lost";
  const battery = columns.battery[row] ?? fleetUnknown.battery;
  return {
    phase: flightPhases[columns.phase[row] ?? -1] ?? null,
    link: deriveLinkState(link, passed) ?? link,
    ageMs: Math.max(age * 100 + passed, age === maxFrameAge ? (knownAgeMs ?? 0) : 0),
    battery: battery === fleetUnknown.battery ? null : battery,
    fault: getDataFault(columns.alarms[row] ?? 0),
    alarmLevel: getAlarmLevel(columns.alarms[row] ?? 0),
  };
}

/** Ages up to here are not counted: rows of healthy flights need not change every second. */
const recentMs = 5_000;

export function formatRowAge(ageMs: number | null): string {
  if (ageMs === null) return "位置未知";
  if (ageMs <= recentMs) return "5 秒内";
  if (ageMs < 60_000) return `${Math.floor(ageMs / 1_000)} 秒前`;
  if (ageMs < 3_600_000) return `${Math.floor(ageMs / 60_000)} 分钟前`;
  return `${Math.floor(ageMs / 3_600_000)} 小时前`;
}
