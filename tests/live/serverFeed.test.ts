import { describe, expect, test } from "vitest";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { alxa, beijing, setupFeed, t0 } from "./setupFeed.ts";

describe("a fleet subscriber", () => {
  test("gets the table and a snapshot immediately, then one frame per tick", () => {
    const { flyAt, tick, connectClient } = setupFeed();
    const slot = flyAt("11", alxa);
    tick();
    const client = connectClient();
    client.openFleet(null);
    expect(client.getData(3)).toEqual([
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
    expect(client.frames).toHaveLength(1);
    expect(client.frames[0]).toMatchObject({ snapshot: true, count: 1, fleetSize: 1, tableId: 2 });
    expect([...(client.frames[0]?.columns.lat ?? [])]).toEqual([399_200_000]);
    tick();
    tick();
    expect(client.frames.map(({ snapshot, sequence }) => [snapshot, sequence])).toEqual([
      [true, 1],
      [false, 2],
      [false, 3],
    ]);
    expect(client.getData(3)).toHaveLength(1);
    expect(client.frames[2]?.columns.age[0]).toBe(30);
  });

  test("gets a fleet of 5,000 whole, each drone under its own index", () => {
    const { flyAt, tick, connectClient } = setupFeed();
    for (let i = 0; i < 5_000; i++) flyAt(String(i), [30 + i / 1_000, 105]);
    tick();
    const client = connectClient();
    client.openFleet(null);
    const snapshot = new FleetStore().decode(client.sent[0]?.slice().buffer ?? new ArrayBuffer(0));
    expect(snapshot).toMatchObject({ count: 5_000, fleetSize: 5_000 });
    const { index, taskId } = client.getData(3)[0] as { index: number[]; taskId: string[] };
    for (const task of [2_048, 4_999]) {
      const row = snapshot.columns.index.indexOf(index[taskId.indexOf(String(task))] ?? -1);
      expect(snapshot.columns.lat[row]).toBe(300_000_000 + task * 10_000);
      expect(snapshot.singles[row]).toBe(row);
    }
  });

  test("may leave a frame and its table unread when an alarm comes, and 4 MB besides", () => {
    const { flyAt, tick, connectClient, feed } = setupFeed();
    for (let i = 0; i < 1_000; i++) flyAt(String(i), alxa);
    tick();
    const client = connectClient();
    client.openFleet(null);
    const tableBytes = JSON.stringify(client.messages[0]).length;
    client.state.buffered = 4_000_000 + (client.sent[0]?.byteLength ?? 0) + tableBytes;
    feed.emitAlarmsChanged({ alarms: [], flood: { isActive: false, folded: [] }, desks: [] });
    expect(client.state.terminated).toBe(false);
    client.state.buffered += 1;
    feed.emitAlarmsChanged({ alarms: [], flood: { isActive: false, folded: [] }, desks: [] });
    expect(client.state.terminated).toBe(true);
  });

  test("gets opened and closed flights before the frame that uses them", () => {
    const { flyAt, tick, connectClient, registry } = setupFeed();
    const first = flyAt("11", [39.92, 105.46]);
    tick();
    const client = connectClient();
    client.openFleet(null);
    const second = flyAt("12", [39.93, 105.46]);
    tick();
    expect(client.getData(3)[1]).toMatchObject({ full: false, closed: [], index: [second], taskId: ["12"] });
    expect([...(client.frames[1]?.columns.index ?? [])].sort()).toEqual([first, second].sort());
    // The same drone starts another task: its previous flight ends, and the slot is reused.
    const third = registry.open({
      id: "13",
      taskNo: "RW13",
      name: "飞行13",
      kind: "patrol",
      droneSn: "SN11",
      companyId: "1",
      status: "planned",
      startedAt: null,
      plannedAt: null,
      source: "device",
    });
    tick();
    expect(third).toBe(first);
    expect(client.getData(3)[2]).toMatchObject({
      full: false,
      closed: [first],
      index: [first],
      taskId: ["13"],
    });
    expect([...(client.frames[2]?.columns.index ?? [])]).toEqual([second]);
  });

  test("gets no drone without a known position", () => {
    const { open, send, tick, connectClient } = setupFeed();
    const slot = open("11");
    const client = connectClient();
    client.openFleet(null);
    send(slot, [0, 0]);
    tick();
    expect(client.frames.map(({ count, fleetSize }) => [count, fleetSize])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("gets no more frames after closing or unsubscribing", () => {
    const { tick, connectClient } = setupFeed();
    const [client, two] = [connectClient(), connectClient()];
    client.openFleet(null);
    two.openFleet(null);
    client.closeFleet();
    two.unsubscribe();
    tick();
    expect([client.frames.length, two.frames.length]).toEqual([1, 1]);
  });
});

describe("a task subscriber", () => {
  test("gets the state immediately and at every sample, until it closes the task", () => {
    const { flyAt, send, connectClient } = setupFeed();
    const slot = flyAt("11", alxa);
    const client = connectClient();
    client.openTask("11");
    expect(client.getData(4)).toMatchObject([
      { taskId: "11", droneSn: "SN11", lat: 399_200_000, linkState: "fresh" },
    ]);
    const batch = { seq: 2, tSrc: t0 + 100, hRel: 50 };
    send(slot, [39.920_001, 105.46], batch);
    expect(client.getData(4)[1]).toMatchObject({ seq: 2, hRel: 50 });
    client.closeTask("11");
    send(slot, [39.920_002, 105.46], { tSrc: t0 + 200 });
    expect(client.getData(4)).toHaveLength(2);
  });

  test("may open a task before its flight", () => {
    const { flyAt, connectClient } = setupFeed();
    const client = connectClient();
    client.openTask("11");
    expect(client.messages).toEqual([]);
    flyAt("11", alxa);
    expect(client.getData(4)).toHaveLength(1);
  });

  test("gets all events immediately; a fleet subscriber gets starts and ends at the tick", () => {
    const { open, send, connectClient, tick } = setupFeed();
    const [watcher, fleet] = [connectClient(), connectClient()];
    watcher.openTask("11");
    fleet.openFleet(null);
    send(open("11"), alxa, { phase: "takeoff" });
    const kinds = (client: typeof watcher) =>
      client.getData(5).flatMap(({ events }) => (events as { kind: string }[]).map(({ kind }) => kind));
    expect(kinds(watcher)).toEqual(["started", "phase"]);
    expect(kinds(fleet)).toEqual([]);
    tick();
    expect(kinds(fleet)).toEqual(["started"]);
  });

  test("may open at most 64 tasks", () => {
    const { connectClient } = setupFeed();
    const client = connectClient();
    for (let i = 1; i <= 64; i++) expect(client.openTask(String(i))).toBe(true);
    expect([client.openTask("65"), client.openTask("64")]).toEqual([false, true]);
  });
});

describe("a client that does not read", () => {
  test("is skipped and disconnected after 31 ticks, without delaying others", () => {
    const { flyAt, tick, connectClient, feed } = setupFeed();
    flyAt("11", alxa);
    const [frozen, good] = [connectClient(), connectClient()];
    frozen.openFleet(null);
    good.openFleet(null);
    frozen.state.buffered = 10_000_000;
    for (let i = 0; i < 30; i++) tick();
    expect(frozen.state.terminated).toBe(false);
    tick();
    expect(frozen.state.terminated).toBe(true);
    expect([frozen.frames.length, good.frames.length]).toEqual([1, 32]);
    expect(feed.frameCounts()).toEqual({ sent: 33, skipped: 31 });
  });

  test("gets the full table and only the newest frame when it reads again", () => {
    const { flyAt, tick, connectClient } = setupFeed();
    flyAt("11", alxa);
    const client = connectClient();
    client.openFleet(null);
    client.state.buffered = 10_000_000;
    flyAt("12", beijing);
    for (let i = 0; i < 5; i++) tick();
    client.state.buffered = 0;
    tick();
    expect(client.getData(3).at(-1)).toMatchObject({ full: true, taskId: ["11", "12"] });
    expect(client.frames.map(({ sequence }) => sequence)).toEqual([0, 6]);
  });
});

test("a changed zone is sent to all subscribers", () => {
  const { feed, connectClient } = setupFeed();
  const client = connectClient();
  feed.emitZonesChanged(["5"]);
  expect(client.getData(8)).toEqual([{ ids: ["5"] }]);
});
