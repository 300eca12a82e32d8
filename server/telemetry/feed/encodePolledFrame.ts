import { encodeFleetFrame } from "../../../adapters/contract/fleetFrame.ts";
import { type Bbox, maxPolledDrones, type PolledFrame } from "../../../adapters/contract/task.ts";
import { countFlights } from "../flights/countFlights.ts";
import type { FlightRegistry } from "../flights/flightRegistry.ts";
import { collectVisibleSlots, toViewBounds } from "./viewBounds.ts";

/** Encodes the drones in a view as the socket would send them, the worst link first where they are too many. */
export function encodePolledFrame(registry: FlightRegistry, view: Bbox | null, now: number): PolledFrame {
  const { fleet, slots, count, getBySlot } = registry;
  const total = count();
  const found = new Uint32Array(total);
  const bounds = view ? toViewBounds(view) : null;
  const { visible, positioned } = collectVisibleSlots(fleet, slots, total, bounds, new Set(), found);
  const rows = visible > maxPolledDrones ? takeWorst(found.subarray(0, visible), fleet.columns.link) : found;
  const sent = Math.min(visible, maxPolledDrones);
  const header = {
    serverTime: now,
    // One poll follows another after seconds.
    sequence: Math.floor(now / 1_000) % 2 ** 32,
    tableId: 0,
    snapshot: true,
    fleetSize: positioned,
    counts: countFlights(registry),
  };
  const bytes = encodeFleetFrame(header, { columns: fleet.columns, count: sent, rows });
  const tasks = Array.from(rows.subarray(0, sent), (slot) => getBySlot(slot)?.task);
  return {
    table: {
      table: 0,
      full: false,
      closed: [],
      index: [...rows.subarray(0, sent)],
      taskId: tasks.map((task) => task?.id ?? ""),
      taskNo: tasks.map((task) => task?.taskNo ?? ""),
      droneSn: tasks.map((task) => task?.droneSn ?? ""),
    },
    bytes: Buffer.from(bytes.buffer).toString("base64"),
  };
}

/** The slots whose link is worst; among equal ones in their order, so that the same drones stay on the map. */
function takeWorst(visible: Uint32Array, link: Uint8Array): Uint32Array {
  const worst = new Uint32Array(maxPolledDrones);
  let n = 0;
  for (let state = 3; state >= 0; state--)
    for (const slot of visible) {
      if (n === maxPolledDrones) return worst;
      if (link[slot] === state) worst[n++] = slot;
    }
  return worst;
}
