import { type AlarmRow, alarmPriority } from "../../adapters/contract/alarm.ts";
import { type LinkState, linkStates } from "../../adapters/contract/flight.ts";
import type { WallShows } from "../../adapters/contract/screen.ts";
import { isAsking } from "../../machines/alarmRules.ts";
import type { FleetSnapshot } from "../map/drones/data/fleetSnapshot.ts";

interface ShownFrame extends Pick<FleetSnapshot, "serverTime" | "count" | "cells"> {
  readonly columns: Pick<FleetSnapshot["columns"], "link">;
}

interface ShownAlarms {
  /** Null before they are read. */
  readonly alarms: readonly Pick<AlarmRow, "priority" | "state">[] | null;
  /** How many are not in the list. */
  readonly more: number;
}

const sum = (column: Uint32Array, start = 0) => column.reduce((total, value) => total + value, start);

const countFreshInCells = ({ count, delayed, lost, lastKnown }: FleetSnapshot["cells"]["columns"]): number =>
  sum(count) - sum(delayed) - sum(lost) - sum(lastKnown);

/** What the screen shows, for the report; null before the first frame. */
export function countShown(snapshot: ShownFrame | null, { alarms, more }: ShownAlarms): WallShows | null {
  if (!snapshot) return null;
  const links = snapshot.columns.link.subarray(0, snapshot.count);
  const { columns: cells } = snapshot.cells;
  const countLinks = (state: LinkState) => {
    const inRows = links.filter((link) => linkStates[link] === state).length;
    return state === "fresh" ? inRows + countFreshInCells(cells) : sum(cells[state], inRows);
  };
  const asking = alarms?.filter(isAsking);
  const countAlarms = (priority: AlarmRow["priority"]) =>
    asking?.filter((alarm) => alarm.priority === priority).length ?? 0;
  const [p1, p2, p3, p4] = alarmPriority.schema.options.map(countAlarms);
  return {
    tick: snapshot.serverTime,
    drones: {
      fresh: countLinks("fresh"),
      delayed: countLinks("delayed"),
      lost: countLinks("lost"),
      lastKnown: countLinks("lastKnown"),
    },
    alarms: asking && more === 0 ? { p1: p1 ?? 0, p2: p2 ?? 0, p3: p3 ?? 0, p4: p4 ?? 0 } : null,
  };
}
