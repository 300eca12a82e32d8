import { createColumns } from "../../adapters/contract/columns.ts";
import {
  encodeFleetFrame,
  fleetColumns,
  fleetUnknown,
  maxFrameAge,
} from "../../adapters/contract/fleetFrame.ts";
import {
  flightPhases,
  type LinkState,
  linkStates,
  toLinkState,
  unknownPhaseCode,
} from "../../adapters/contract/flight.ts";
import { toE7, toNumber } from "../../adapters/contract/foreignNumbers.ts";
import type { LiveTaskPage, LiveTaskRow, TaskRow } from "../../adapters/contract/task.ts";
import { withOtherNames } from "../../adapters/http/foreignNames.ts";
import type { FleetTable } from "./fleetTable.ts";
import { listIntervalMs } from "./liveRow.ts";

// For a platform that has the specification's calls only: tasks as `list`, positions as `last` and as message 4. The
// map draws frames, so that the positions become frames here.

/** Where a drone last was. */
interface DroneState {
  readonly label: string;
  /** WGS-84 degrees × 10⁷. */
  readonly lat: number;
  readonly lon: number;
  /** Metres, m/s, degrees, percent; null where unknown. */
  readonly hRel: number | null;
  readonly vH: number | null;
  readonly heading: number | null;
  readonly batPct: number | null;
  readonly phase: number;
  /** When it was there by this computer's clock, ms. */
  readonly at: number;
  /** Told by the list, which is read again only after a while. */
  readonly isListed: boolean;
}

/** A frame is built so often, so that ages grow without new positions, ms. */
export const specifiedFrameMs = 1_000;

/** The drones of a platform without binary frames. */
export interface SpecifiedFleet {
  /** Takes a list: the drones of other tasks leave the map. Returns the page that this console's list shows. */
  readonly setTasks: (tasks: readonly TaskRow[]) => LiveTaskPage;
  /** Takes message 4, or a list of them, in which only `taskId`, `lat` and `lon` or their longer names are needed. */
  readonly applySample: (data: unknown) => void;
  /** The frame of now, which may be empty. */
  readonly createFrame: () => ArrayBuffer;
}

/** Fields that other platforms may call otherwise. */
const namedFields = { lat: 0, lon: 0, batPct: 0, tSrc: 0 };

/**
 * Reads a state; null where it has no place.
 * @param known what is known of the drone: the same place without a time is no news
 * @param now for a place without a time
 */
function readState(
  data: unknown,
  label: string,
  known: DroneState | null,
  now: number,
  isListed: boolean,
): DroneState | null {
  if (typeof data !== "object" || data === null) return null;
  const given = new Map(Object.entries(withOtherNames(namedFields, { ...data })));
  const [lat, lon] = [toE7(given.get("lat"), 90), toE7(given.get("lon"), 180)];
  // A device that does not know where it is says 0, 0.
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return null;
  const measuredAt = toNumber(given.get("tSrc"));
  const phase = flightPhases.findIndex((one) => one === given.get("phase"));
  const firstSeenAt = known?.lat === lat && known.lon === lon ? known.at : now;
  return {
    label,
    lat,
    lon,
    hRel: toNumber(given.get("hRel")),
    vH: toNumber(given.get("vH")),
    heading: toNumber(given.get("heading")),
    batPct: toNumber(given.get("batPct")),
    phase: phase === -1 ? unknownPhaseCode : phase,
    at: measuredAt === null ? firstSeenAt : Math.min(now, measuredAt),
    isListed,
  };
}

/** Between two lists nothing newer can come. */
const readLink = ({ at, isListed }: DroneState, now: number): LinkState =>
  toLinkState(now - at - (isListed ? listIntervalMs : 0), Number.NaN);

const countTroubles = (links: readonly (LinkState | undefined)[]) => ({
  lost: links.filter((link) => link === "lost" || link === "lastKnown").length,
  delayed: links.filter((link) => link === "delayed").length,
  positionAlarm: 0,
  positionFrozen: 0,
});

/** @param now this computer's clock, ms */
export function createSpecifiedFleet(table: FleetTable, now: () => number): SpecifiedFleet {
  const states = new Map<string, DroneState>();
  const indexes = new Map<string, number>();
  let nextIndex = 0;
  let sequence = 0;
  let flying = 0;
  const put = (taskId: string, state: DroneState | null) => {
    const known = states.get(taskId);
    if (!state || (known && state.at < known.at)) return;
    // A message of places alone says nothing of the battery.
    states.set(taskId, { ...state, batPct: state.batPct ?? known?.batPct ?? null });
    if (indexes.has(taskId)) return;
    const index = nextIndex++;
    indexes.set(taskId, index);
    table.applyMessage({
      table: 0,
      full: false,
      closed: [],
      index: [index],
      taskId: [taskId],
      taskNo: [state.label],
      droneSn: [state.label],
    });
  };
  const remove = (taskId: string) => {
    const index = indexes.get(taskId);
    states.delete(taskId);
    indexes.delete(taskId);
    if (index !== undefined)
      table.applyMessage({
        table: 0,
        full: false,
        closed: [index],
        index: [],
        taskId: [],
        taskNo: [],
        droneSn: [],
      });
  };
  return {
    setTasks(tasks) {
      const listed = new Set(tasks.map(({ id }) => id));
      for (const taskId of states.keys()) if (!listed.has(taskId)) remove(taskId);
      for (const { id, droneSn, taskNo, last } of tasks)
        put(id, readState(last, droneSn || taskNo || id, states.get(id) ?? null, now(), true));
      const toRow = (task: TaskRow) => toLiveRow(task, states.get(task.id), now());
      const planned = tasks.filter(({ status }) => status === "planned").map(toRow);
      const rows = tasks.filter(({ status }) => status !== "planned").map(toRow);
      flying = rows.length;
      return {
        rows,
        planned,
        plannedTotal: planned.length,
        counts: { flying, ...countTroubles(rows.map(({ link }) => link)) },
      };
    },
    applySample: function applySample(data) {
      if (Array.isArray(data)) return data.forEach(applySample);
      const taskId = typeof data === "object" && data !== null && "taskId" in data ? data.taskId : null;
      if (typeof taskId !== "string" && typeof taskId !== "number") return;
      const label = states.get(String(taskId))?.label ?? String(taskId);
      put(String(taskId), readState(data, label, null, now(), false));
    },
    createFrame() {
      const at = now();
      const columns = createColumns(fleetColumns, states.size);
      const links = [...states].map(([taskId, state], row) => {
        const link = readLink(state, at);
        columns.index[row] = indexes.get(taskId) ?? 0;
        columns.lat[row] = state.lat;
        columns.lon[row] = state.lon;
        columns.hEll[row] = columns.hAgl[row] = fleetUnknown.height;
        columns.hRel[row] = state.hRel === null ? fleetUnknown.height : state.hRel * 10;
        columns.speed[row] = state.vH === null ? fleetUnknown.speed : state.vH * 100;
        columns.climb[row] = fleetUnknown.climb;
        columns.heading[row] =
          state.heading === null ? fleetUnknown.heading : (((state.heading % 360) + 360) % 360) * 100;
        columns.battery[row] = state.batPct ?? fleetUnknown.battery;
        columns.phase[row] = state.phase;
        columns.link[row] = linkStates.indexOf(link);
        columns.age[row] = Math.min(maxFrameAge, (at - state.at) / 100);
        return link;
      });
      const head = {
        serverTime: at,
        sequence,
        tableId: 0,
        snapshot: sequence === 0,
        fleetSize: states.size,
        counts: { flying, ...countTroubles(links) },
      };
      sequence += 1;
      return encodeFleetFrame(head, { columns, count: states.size }).buffer;
    },
  };
}

function toLiveRow(task: TaskRow, state: DroneState | undefined, now: number): LiveTaskRow {
  const { id, taskNo, name, droneSn, companyName: company, startedAt, plannedAt } = task;
  const time = Date.parse(startedAt ?? plannedAt ?? "");
  return {
    id,
    taskNo: taskNo || id,
    name: name || taskNo || id,
    droneSn,
    company,
    time: Number.isNaN(time) ? null : Math.floor(time / 1_000),
    ...(state
      ? {
          link: readLink(state, now),
          phase: flightPhases[state.phase] ?? "unknown",
          age: (now - state.at) / 1_000,
          ...(state.batPct === null ? {} : { battery: Math.round(state.batPct) }),
        }
      : {}),
  };
}
