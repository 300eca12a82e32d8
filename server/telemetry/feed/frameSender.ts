import { encodeFleetFrame, type FleetCounts } from "../../../adapters/contract/fleetFrame.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { countFlights } from "../flights/countFlights.ts";
import type { FleetPart } from "./fleetParts.ts";
import { checkBackpressure, type Subscriber } from "./subscriber.ts";
import { collectVisibleSlots } from "./viewBounds.ts";

export type EncodeMessage = (type: number, data: unknown) => string;

/** Encodes frames and sends them to subscribers that keep up. */
export function createFrameSender(encodeMessage: EncodeMessage) {
  let sequence = 0;
  let sent = 0;
  let skipped = 0;
  let rowBuffer = new Uint32Array(0);
  /** Of this tick, by the part of the fleet. */
  let countsByPart = new Map<FleetPart, FleetCounts>();

  /** Returns the frame for a subscriber's bounds and followed slots; equal ones share it within a tick. */
  function getFrame(subscriber: Subscriber, now: number, frameCache: Map<string, Uint8Array>): Uint8Array {
    const { part } = subscriber;
    const bounds = subscriber.bounds ?? null;
    const followedSlots = new Set<number>();
    if (bounds) for (const id of subscriber.tasks) followedSlots.add(part.read().getByTask(id)?.slot ?? -1);
    const { needsSnapshot } = subscriber;
    const key = bounds
      ? `${part.key} ${needsSnapshot} ${bounds.west} ${bounds.south} ${bounds.east} ${bounds.north} ${[...followedSlots]}`
      : `${part.key} ${needsSnapshot}`;
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
    const frame = encodeFleetFrame(head, fleet.columns, found.visible, rowBuffer);
    if (!bounds) part.sent.note(now, fleet.columns.link, rowBuffer.subarray(0, found.visible));
    frameCache.set(key, frame);
    return frame;
  }

  return {
    startTick: () => {
      sequence += 1;
      countsByPart = new Map();
    },
    counts: () => ({ sent, skipped }),
    /** @returns bytes sent */
    send: (subscriber: Subscriber, now: number, frameCache: Map<string, Uint8Array>): number => {
      const frame = getFrame(subscriber, now, frameCache);
      if (!checkBackpressure(subscriber, frame.byteLength)) {
        skipped += 1;
        return 0;
      }
      sent += 1;
      subscriber.lastFrameBytes = frame.byteLength;
      if (subscriber.needsFullTable) {
        subscriber.needsFullTable = false;
        const text = encodeMessage(socketTypes.openTask, subscriber.part.table.full());
        subscriber.lastFrameBytes += text.length;
        subscriber.socket.send(text);
      }
      subscriber.needsSnapshot = false;
      subscriber.socket.sendBytes(frame);
      return frame.byteLength;
    },
  };
}
