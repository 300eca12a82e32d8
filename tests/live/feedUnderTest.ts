import { decodeFleetFrame } from "../../adapters/contract/fleetFrame.ts";
import { createLiveFeed } from "../../server/telemetry/feed/liveFeed.ts";
import { putSample } from "../../server/telemetry/fleet/putSample.ts";
import { makeBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createFlightDesk, type FlightDesk } from "../../server/telemetry/flights/flightDesk.ts";

export const t0 = 1_800_000_000_000;
/** Degrees. */
export type Place = readonly [lat: number, lon: number];

interface Text {
  readonly type: number;
  readonly data: Record<string, unknown>;
}

/** A feed over a desk, with a clock moved by hand and clients that keep what they get. */
export function feedUnderTest() {
  let now = t0;
  let ids = 0;
  const nothing = () => {};
  const writes = {
    task: nothing,
    taskChange: nothing,
    track: nothing,
    event: nothing,
    rejected: nothing,
    hangarChange: nothing,
    flush: async () => {},
  };
  const feed = createLiveFeed(
    () => desk,
    () => new Date(now),
  );
  const desk: FlightDesk = createFlightDesk({
    capacity: 100,
    newId: () => String(++ids),
    writes,
    listener: feed.listener,
  });
  const open = (id: string) =>
    desk.open({
      id,
      taskNo: `RW${id}`,
      droneSn: `SN${id}`,
      companyId: "1",
      status: "planned",
      startedAt: null,
    }) ?? 0;
  const send = (slot: number, [lat, lon]: Place, fields: object = {}) => {
    const batch = makeBatch(1);
    putSample(batch, slot, { seq: 1, tSrc: now, lat: lat * 1e7, lon: lon * 1e7, ...fields });
    desk.take(batch, now);
  };
  return {
    desk,
    feed,
    open,
    send,
    flyAt: (id: string, place: Place) => {
      const slot = open(id);
      send(slot, place);
      return slot;
    },
    tick: () => {
      now += 1_000;
      desk.tick(now);
      feed.tick(now);
    },
    client: () => {
      const texts: Text[] = [];
      const frames: ReturnType<typeof decodeFleetFrame>[] = [];
      const sent: Uint8Array[] = [];
      const state = { buffered: 0, terminated: false };
      const subscription = feed.join({
        send: (text) => texts.push(JSON.parse(text) as Text),
        sendBytes: (bytes) => {
          sent.push(bytes);
          frames.push(decodeFleetFrame(bytes.slice().buffer));
        },
        buffered: () => state.buffered,
        terminate: () => {
          state.terminated = true;
        },
      });
      const of = (type: number) => texts.filter((text) => text.type === type).map(({ data }) => data);
      return { texts, frames, sent, state, of, ...subscription };
    },
  };
}

export const alxa: Place = [39.92, 105.46];
export const beijing: Place = [39.9, 116.4];
export const fiji: Place = [-17.8, 179.5];
