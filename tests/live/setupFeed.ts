import { decodeFleetFrame } from "../../adapters/contract/fleetFrame.ts";
import type { ScreenView } from "../../server/screens/screenView.ts";
import { createLiveFeed } from "../../server/telemetry/feed/liveFeed.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { createFlightRegistry, type FlightRegistry } from "../../server/telemetry/flights/flightRegistry.ts";

export const t0 = 1_800_000_000_000;
/** Degrees. */
export type LatLon = readonly [lat: number, lon: number];

interface FeedMessage {
  readonly type: number;
  readonly data: Record<string, unknown>;
}

/** A feed with a registry, a manual clock and clients that record what they receive. */
export function setupFeed() {
  let now = t0;
  let ids = 0;
  const noop = () => {};
  const writes = {
    insertTask: noop,
    updateTask: noop,
    insertFlight: noop,
    updateFlightState: noop,
    updateFlight: noop,
    insertTrack: noop,
    holdSamples: noop,
    insertEvent: noop,
    insertRejected: noop,
    insertPlatformEvent: noop,
    updateHangar: noop,
    journal: { add: noop, continueAfter: noop },
    flush: () => Promise.resolve(true),
  };
  const feed = createLiveFeed(
    () => registry,
    () => new Date(now),
  );
  const registry: FlightRegistry = createFlightRegistry({
    slotColumns: createSlotColumns(10_000),
    newId: () => String(++ids),
    writes,
    listener: feed.listener,
  });
  const open = (id: string) =>
    registry.open({
      id,
      taskNo: `RW${id}`,
      name: `飞行${id}`,
      kind: "patrol",
      droneSn: `SN${id}`,
      companyId: "1",
      status: "planned",
      startedAt: null,
      plannedAt: new Date(now),
      source: "device",
    }) ?? 0;
  const send = (slot: number, [lat, lon]: LatLon, fields: object = {}) => {
    const batch = createBatch(1);
    appendSample(batch, slot, {
      seq: 1,
      tSrc: now,
      lat: Math.round(lat * 1e7),
      lon: Math.round(lon * 1e7),
      ...fields,
    });
    registry.ingest(batch, now);
  };
  return {
    registry,
    feed,
    open,
    send,
    flyAt: (id: string, place: LatLon) => {
      const slot = open(id);
      send(slot, place);
      return slot;
    },
    tick: () => {
      now += 1_000;
      registry.tick(now);
      feed.tick(now);
    },
    connectClient: (view: ScreenView | null = null) => {
      const messages: FeedMessage[] = [];
      const frames: ReturnType<typeof decodeFleetFrame>[] = [];
      const sent: Uint8Array[] = [];
      const state = { buffered: 0, terminated: false };
      const subscription = feed.subscribe(
        {
          send: (text) => messages.push(JSON.parse(text) as FeedMessage),
          sendBytes: (bytes) => {
            sent.push(bytes);
            frames.push(decodeFleetFrame(bytes.slice().buffer));
          },
          bufferedAmount: () => state.buffered,
          terminate: () => {
            state.terminated = true;
          },
        },
        view,
      );
      const getData = (type: number) =>
        messages.filter((message) => message.type === type).map(({ data }) => data);
      return { messages, frames, sent, state, getData, ...subscription };
    },
  };
}

export const alxa: LatLon = [39.92, 105.46];
export const beijing: LatLon = [39.9, 116.4];
export const fiji: LatLon = [-17.8, 179.5];
