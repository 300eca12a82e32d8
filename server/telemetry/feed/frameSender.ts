import { encodeFleetFrame, type FleetCounts, noCells } from "../../../adapters/contract/fleetFrame.ts";
import type { FleetTableData } from "../../../adapters/contract/liveMessages.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { countFlights } from "../flights/countFlights.ts";
import type { FleetPart } from "./fleetParts.ts";
import { createCellGrouper } from "./groupCells.ts";
import { createSlotSet } from "./slotSet.ts";
import { checkBackpressure, type Subscriber } from "./subscriber.ts";
import { collectVisibleSlots } from "./viewBounds.ts";

/** A frame as subscribers with an equal view share it. */
interface SharedFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Slots of its rows; null for those of all drones. */
  readonly rows: Uint32Array | null;
}
/** The frames of one tick by what they show. */
export type FrameCache = Map<string, SharedFrame>;

export type EncodeMessage = (type: number, data: unknown) => string;

/** Encodes frames and sends them to subscribers that keep up. */
export function createFrameSender(encodeMessage: EncodeMessage) {
  let sequence = 0;
  let sent = 0;
  let skipped = 0;
  let rowBuffer = new Uint32Array(0);
  const groupCells = createCellGrouper();
  /** Of this tick, by the part of the fleet. */
  let countsByPart = new Map<FleetPart, FleetCounts>();

  /** Returns the frame for a subscriber's bounds and followed slots; equal ones share it within a tick. */
  function getFrame(subscriber: Subscriber, now: number, frameCache: FrameCache): SharedFrame {
    const { part } = subscriber;
    const bounds = subscriber.bounds ?? null;
    const followedSlots = new Set<number>();
    const { needsSnapshot, grouping } = subscriber;
    const followed = grouping?.focus ? [...subscriber.tasks, grouping.focus] : subscriber.tasks;
    if (bounds || grouping)
      for (const id of followed) followedSlots.add(part.read().getByTask(id)?.slot ?? -1);
    const key = `${part.key} ${needsSnapshot} ${JSON.stringify([bounds, grouping, ...followedSlots])}`;
    const cached = frameCache.get(key);
    if (cached) return cached;
    const registry = part.read();
    const { fleet, slots, count } = registry;
    const total = count();
    if (rowBuffer.length < total) rowBuffer = new Uint32Array(total * 2);
    const found = collectVisibleSlots(fleet, slots, total, bounds, followedSlots, rowBuffer);
    const counts = countsByPart.get(part) ?? countFlights(registry);
    countsByPart.set(part, counts);
    const head = {
      serverTime: now,
      sequence,
      tableId: part.table.version(),
      snapshot: needsSnapshot,
      fleetSize: found.positioned,
      counts,
    };
    const { columns } = fleet;
    const visible = rowBuffer.subarray(0, found.visible);
    const { rows, cells } = grouping
      ? groupCells(columns, visible, grouping, followedSlots)
      : { rows: visible, cells: noCells };
    const bytes = encodeFleetFrame(head, { columns, count: rows.length, rows }, cells);
    const frame = { bytes, rows: bounds || cells.count > 0 ? rows.slice() : null };
    if (!bounds) part.sent.note(now, columns.link, visible);
    frameCache.set(key, frame);
    return frame;
  }

  /** Sends what the table of a subscriber needs for a frame. @returns length of the message */
  function completeTable(subscriber: Subscriber, { rows }: SharedFrame): number {
    const { knownSlots, needsFullTable, part, socket } = subscriber;
    const send = (data: FleetTableData): number => {
      const text = encodeMessage(socketTypes.openTask, data);
      socket.send(text);
      return text.length;
    };
    if (!rows) {
      if (!needsFullTable && !knownSlots) return 0;
      subscriber.knownSlots = null;
      return send(part.table.full());
    }
    if (needsFullTable) {
      const data = part.table.full(rows);
      subscriber.knownSlots = createSlotSet(data.index);
      return send(data);
    }
    // Null: it has all.
    const missing = knownSlots && rows.filter((slot) => !knownSlots.has(slot));
    if (!missing || missing.length === 0) return 0;
    const data = { ...part.table.full(missing), full: false };
    for (const slot of data.index) knownSlots.add(slot);
    return data.index.length > 0 ? send(data) : 0;
  }

  return {
    startTick: () => {
      sequence += 1;
      countsByPart = new Map();
    },
    counts: () => ({ sent, skipped }),
    /** @returns bytes sent */
    send: (subscriber: Subscriber, now: number, frameCache: FrameCache): number => {
      const frame = getFrame(subscriber, now, frameCache);
      const { byteLength } = frame.bytes;
      if (!checkBackpressure(subscriber, byteLength)) {
        skipped += 1;
        return 0;
      }
      sent += 1;
      subscriber.lastFrameBytes = byteLength + completeTable(subscriber, frame);
      subscriber.needsFullTable = false;
      subscriber.needsSnapshot = false;
      subscriber.socket.sendBytes(frame.bytes);
      return byteLength;
    },
  };
}
