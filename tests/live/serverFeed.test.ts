import { describe, expect, test } from "vitest";
import { decodeFleetFrame } from "../../adapters/contract/fleetFrame.ts";
import { createLiveFeed } from "../../server/telemetry/feed/liveFeed.ts";
import { cutOf, isIn } from "../../server/telemetry/feed/viewCut.ts";
import { putSample } from "../../server/telemetry/fleet/putSample.ts";
import { makeBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createFlightDesk, type FlightDesk } from "../../server/telemetry/flights/flightDesk.ts";

const t0 = 1_800_000_000_000;
type Place = readonly [lat: number, lon: number];

interface Text {
  readonly type: number;
  readonly data: Record<string, unknown>;
}

/** A feed over a desk, with a clock moved by hand and clients that keep what they get. */
function feedUnderTest() {
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

const [alxa, beijing, fiji]: Place[] = [
  [39.92, 105.46],
  [39.9, 116.4],
  [-17.8, 179.5],
];

describe("who opens the fleet", () => {
  test("gets the table and a snapshot at once, then a frame a tick", () => {
    const { flyAt, tick, client } = feedUnderTest();
    const slot = flyAt("11", alxa ?? [0, 0]);
    tick();
    const one = client();
    one.openFleet(null);
    expect(one.of(3)).toEqual([
      {
        table: 2,
        full: true,
        closed: [],
        index: [slot],
        taskId: ["11"],
        taskNo: ["RW11"],
        droneSn: ["SN11"],
      },
    ]);
    expect(one.frames).toHaveLength(1);
    expect(one.frames[0]).toMatchObject({ snapshot: true, count: 1, fleet: 1, table: 2 });
    expect([...(one.frames[0]?.columns.lat ?? [])]).toEqual([399_200_000]);
    tick();
    tick();
    expect(one.frames.map(({ snapshot, sequence }) => [snapshot, sequence])).toEqual([
      [true, 1],
      [false, 2],
      [false, 3],
    ]);
    expect(one.of(3)).toHaveLength(1);
    expect(one.frames[2]?.columns.age[0]).toBe(30);
  });

  test("is told of joined and closed flights before the frame that needs it", () => {
    const { flyAt, tick, client, desk } = feedUnderTest();
    const first = flyAt("11", [39.92, 105.46]);
    tick();
    const one = client();
    one.openFleet(null);
    const second = flyAt("12", [39.93, 105.46]);
    tick();
    expect(one.of(3)[1]).toMatchObject({ full: false, closed: [], index: [second], taskId: ["12"] });
    expect([...(one.frames[1]?.columns.index ?? [])].sort()).toEqual([first, second].sort());
    // The same drone begins another task: the one it had is over, and its place is used again.
    const third = desk.open({
      id: "13",
      taskNo: "RW13",
      droneSn: "SN11",
      companyId: "1",
      status: "planned",
      startedAt: null,
    });
    tick();
    expect(third).toBe(first);
    expect(one.of(3)[2]).toMatchObject({ full: false, closed: [first], index: [first], taskId: ["13"] });
    expect([...(one.frames[2]?.columns.index ?? [])]).toEqual([second]);
  });

  test("sees no drone whose place is not known yet", () => {
    const { open, send, tick, client } = feedUnderTest();
    const slot = open("11");
    const one = client();
    one.openFleet(null);
    send(slot, [0, 0]);
    tick();
    expect(one.frames.map(({ count, fleet }) => [count, fleet])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test("gets no more once it has closed it, or left", () => {
    const { tick, client } = feedUnderTest();
    const [one, two] = [client(), client()];
    one.openFleet(null);
    two.openFleet(null);
    one.closeFleet();
    two.leave();
    tick();
    expect([one.frames.length, two.frames.length]).toEqual([1, 1]);
  });
});

describe("a view", () => {
  test("is padded by a fifth on every side", () => {
    const cut = cutOf([100, 30, 110, 40]);
    expect(cut && [cut.west, cut.south, cut.east, cut.north]).toEqual([
      980_000_000, 280_000_000, 1_120_000_000, 420_000_000,
    ]);
  });

  test.each([
    ["inside the screen", 35, 105, true],
    ["in the padding", 41.9, 105, true],
    ["beyond the padding", 42.1, 105, false],
    ["west of it", 35, 97.9, false],
  ])("a drone %s", (_name, lat, lon, seen) => {
    const cut = cutOf([100, 30, 110, 40]);
    expect(cut && isIn(cut, lat * 1e7, lon * 1e7)).toBe(seen);
  });

  test.each([
    ["west of the date line", 179.5, true],
    ["east of it", -179.5, true],
    ["in its padding", -177.3, true],
    ["far away", 0, false],
  ])("across the date line: %s", (_name, lon, seen) => {
    const cut = cutOf([178, -20, -178, -10]);
    expect(cut && isIn(cut, -15e7, lon * 1e7)).toBe(seen);
  });

  test("wider than the world has everything", () => {
    const cut = cutOf([-180, -85, 180, 85]);
    for (const lon of [-180, -90, 0, 90, 180]) expect(cut && isIn(cut, 0, lon * 1e7)).toBe(true);
  });

  test("cuts the frame, and keeps what is followed in it", () => {
    const { flyAt, tick, client } = feedUnderTest();
    const near = flyAt("11", alxa ?? [0, 0]);
    const far = flyAt("12", beijing ?? [0, 0]);
    flyAt("13", fiji ?? [0, 0]);
    tick();
    const one = client();
    one.openFleet([105, 39, 106, 41]);
    expect([...(one.frames[0]?.columns.index ?? [])]).toEqual([near]);
    one.openTask("12");
    tick();
    expect([...(one.frames[1]?.columns.index ?? [])].sort()).toEqual([near, far].sort());
    expect(one.frames[1]?.fleet).toBe(3);
    one.openFleet([116, 39, 117, 41]);
    expect(one.frames[2]).toMatchObject({ snapshot: true });
    expect([...(one.frames[2]?.columns.index ?? [])]).toEqual([far]);
  });

  test("that several share is encoded once a tick", () => {
    const { flyAt, tick, client } = feedUnderTest();
    flyAt("11", alxa ?? [0, 0]);
    const clients = [client(), client(), client()];
    for (const one of clients) one.openFleet([105, 39, 106, 41]);
    tick();
    const [a, b, c] = clients.map(({ sent }) => sent.at(-1));
    expect(a).toBe(b);
    expect(b).toBe(c);
  });
});

describe("many different views", () => {
  const view = (i: number): [number, number, number, number] => [100 + i, 39, 110 + i, 41];
  const setUp = () => {
    const under = feedUnderTest();
    under.flyAt("11", [39.92, 112]);
    const clients = Array.from({ length: 20 }, (_, i) => {
      const one = under.client();
      one.openFleet(view(i / 10));
      return one;
    });
    return { ...under, clients, counts: () => clients.map(({ frames }) => frames.length - 1) };
  };

  test("are cut eight at a time, and all of them before long", async () => {
    const { tick, counts } = setUp();
    tick();
    expect(counts()).toEqual([...Array.from({ length: 8 }, () => 1), ...Array.from({ length: 12 }, () => 0)]);
    await expect.poll(counts).toEqual(Array.from({ length: 20 }, () => 1));
  });

  test("that a tick did not reach get the whole table at the next", async () => {
    const { tick, counts, clients } = setUp();
    tick();
    tick();
    await expect.poll(() => counts().at(-1)).toBe(1);
    expect(clients.at(-1)?.of(3).at(-1)).toMatchObject({ full: true, taskId: ["11"] });
    expect(clients[0]?.of(3).at(-1)).toMatchObject({ full: false, taskId: ["11"] });
  });
});

describe("an opened task", () => {
  test("is told at once, and at every sample, until it is closed", () => {
    const { flyAt, send, client } = feedUnderTest();
    const slot = flyAt("11", alxa ?? [0, 0]);
    const one = client();
    one.openTask("11");
    expect(one.of(4)).toMatchObject([
      { taskId: "11", droneSn: "SN11", lat: 399_200_000, linkState: "fresh" },
    ]);
    const batch = { seq: 2, tSrc: t0 + 100, hRel: 50 };
    send(slot, [39.920_001, 105.46], batch);
    expect(one.of(4)[1]).toMatchObject({ seq: 2, hRel: 50 });
    one.closeTask("11");
    send(slot, [39.920_002, 105.46], { tSrc: t0 + 200 });
    expect(one.of(4)).toHaveLength(2);
  });

  test("may be opened before it flies", () => {
    const { flyAt, client } = feedUnderTest();
    const one = client();
    one.openTask("11");
    expect(one.texts).toEqual([]);
    flyAt("11", alxa ?? [0, 0]);
    expect(one.of(4)).toHaveLength(1);
  });

  test("brings all its events; the open fleet brings starts and ends, at the tick", () => {
    const { open, send, client, tick } = feedUnderTest();
    const [watcher, fleet] = [client(), client()];
    watcher.openTask("11");
    fleet.openFleet(null);
    send(open("11"), alxa ?? [0, 0], { phase: "takeoff" });
    const kinds = (one: typeof watcher) =>
      one.of(5).flatMap(({ events }) => (events as { kind: string }[]).map(({ kind }) => kind));
    expect(kinds(watcher)).toEqual(["started", "phase"]);
    expect(kinds(fleet)).toEqual([]);
    tick();
    expect(kinds(fleet)).toEqual(["started"]);
  });

  test("is one of 64 at most", () => {
    const { client } = feedUnderTest();
    const one = client();
    for (let i = 1; i <= 64; i++) expect(one.openTask(String(i))).toBe(true);
    expect([one.openTask("65"), one.openTask("64")]).toEqual([false, true]);
  });
});

describe("a client that does not read", () => {
  test("is skipped, and cut off after 31 ticks; nobody else is held up", () => {
    const { flyAt, tick, client } = feedUnderTest();
    flyAt("11", alxa ?? [0, 0]);
    const [frozen, good] = [client(), client()];
    frozen.openFleet(null);
    good.openFleet(null);
    frozen.state.buffered = 10_000_000;
    for (let i = 0; i < 30; i++) tick();
    expect(frozen.state.terminated).toBe(false);
    tick();
    expect(frozen.state.terminated).toBe(true);
    expect([frozen.frames.length, good.frames.length]).toEqual([1, 32]);
  });

  test("that reads again gets the whole table first and then only the newest frame", () => {
    const { flyAt, tick, client } = feedUnderTest();
    flyAt("11", alxa ?? [0, 0]);
    const one = client();
    one.openFleet(null);
    one.state.buffered = 10_000_000;
    flyAt("12", beijing ?? [0, 0]);
    for (let i = 0; i < 5; i++) tick();
    one.state.buffered = 0;
    tick();
    expect(one.of(3).at(-1)).toMatchObject({ full: true, taskId: ["11", "12"] });
    expect(one.frames.map(({ sequence }) => sequence)).toEqual([0, 6]);
  });
});

test("a changed zone is told to everybody who may see flights", () => {
  const { feed, client } = feedUnderTest();
  const one = client();
  feed.zoneChanged(["5"]);
  expect(one.of(8)).toEqual([{ ids: ["5"] }]);
});
