import { expect, test } from "vitest";
import { frameAlarms, noCells } from "../../adapters/contract/fleetFrame.ts";
import { createLiveFrames } from "../../server/socket/createLiveFrames.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { countDrones, toPlaces } from "../../src/map/drones/data/fleetPlaces.ts";
import {
  clusterStride,
  type FleetSnapshot,
  type FleetViewport,
} from "../../src/map/drones/data/fleetSnapshot.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { withGroups } from "../../src/pages/live/fleetViewport.ts";
import { beijing, fiji, type LatLon, setupFeed, t0 } from "./setupFeed.ts";

const world = [-180, -90, 180, 90] as const;
/** What a viewer may cost in a second. */
const mostBytes = 65_536;

const lanzhou: LatLon = [36, 103.8];
const around = ([lat, lon]: LatLon, nth: number): LatLon => [
  lat + (nth % 50) / 1_000,
  lon + Math.floor(nth / 50) / 1_000,
];
const getPlace = (nth: number) => (nth < 2_500 ? around(beijing, nth) : around(lanzhou, nth - 2_500));

/** 2,500 drones within a few kilometres of Beijing and 500 of Lanzhou, and one alone over Fiji. */
function setupCrowd() {
  const setup = setupFeed();
  const slots = Array.from({ length: 3_000 }, (_, nth) => setup.flyAt(String(nth + 1), getPlace(nth)));
  const alone = setup.flyAt("9001", fiji);
  setup.tick();
  return { ...setup, slots, alone, getSlot: (nth: number) => slots[nth] ?? -1 };
}
const sumOf = (column: Uint32Array) => column.reduce((sum, value) => sum + value, 0);

test("a map that groups a large fleet gets cells, which count every drone, and rows for those alone, open or urgent", () => {
  const { connectClient, registry, tick, alone, getSlot } = setupCrowd();
  registry.fleet.setAlarmBits(getSlot(7), frameAlarms.p2Acknowledged);
  registry.fleet.setAlarmBits(getSlot(8), frameAlarms.p3);
  const client = connectClient();
  client.openTask("31");
  tick();
  client.openFleet([...world], { zoom: 4.3, near: null });
  const [frame] = client.frames;
  expect([...(frame?.columns.index ?? [])].toSorted((a, b) => a - b)).toEqual(
    [getSlot(7), getSlot(30), alone].toSorted((a, b) => a - b),
  );
  expect(frame?.cells.columns.count.toSorted()).toEqual(Uint32Array.of(500, 2_498));
  expect(Math.max(...(frame?.cells.columns.alarmLevel ?? []))).toBe(2);
  expect(frame).toMatchObject({ fleetSize: 3_001, counts: { flying: 3_001 } });
  expect(client.sent[0]?.byteLength).toBeLessThan(400);
});

test("a view that claims to be nearer than maps group gets no smaller cells", { tags: "full" }, () => {
  const { connectClient } = setupCrowd();
  const client = connectClient();
  client.openFleet([...world], { zoom: 1e308, near: null });
  // A cell has a hundredth of a degree.
  expect(client.frames[0]?.cells.count).toBeLessThan(60);
  expect(sumOf(client.frames[0]?.cells.columns.count ?? new Uint32Array())).toBe(3_000);
});

test("where a second map shows a part of the view nearer, its drones are all rows", () => {
  const { connectClient } = setupCrowd();
  const client = connectClient();
  // 6 × 18 of the places around Beijing lie in it, with a fifth of its size around it.
  client.openFleet([...world], { zoom: 4, near: [116.4, 39.9, 116.4045, 39.9145] });
  expect(client.frames[0]?.count).toBe(1 + 6 * 18);
  expect(sumOf(client.frames[0]?.cells.columns.count ?? new Uint32Array())).toBe(3_000 - 6 * 18);
});

test("the links of the drones in a cell are counted, and faults of their positions", () => {
  const { connectClient, registry, send, slots, getSlot, tick } = setupCrowd();
  for (let second = 0; second < 15; second += 1) {
    // The first is silent.
    slots.forEach((slot, nth) => {
      if (nth > 1) send(slot, getPlace(nth), { seq: second + 2 });
    });
    // The second stands on the ground, where no alarm is due, and sends no position any more.
    const at = t0 + 1_000 * (second + 1);
    const batch = createBatch(1);
    appendSample(batch, getSlot(1), { seq: second + 2, tSrc: at, phase: "standby" });
    registry.ingest(batch, at);
    tick();
  }
  registry.fleet.setAlarmBits(getSlot(4), frameAlarms.positionFrozen);
  tick();
  const client = connectClient();
  client.openFleet([...world], { zoom: 4, near: null });
  const { columns } = client.frames[0]?.cells ?? noCells;
  expect(sumOf(columns.count)).toBe(3_000);
  expect([sumOf(columns.lost), sumOf(columns.delayed), sumOf(columns.position)]).toEqual([1, 0, 2]);
});

test("frames stay below 64 KB where a fleet fills the view, and are as before where they are wanted whole or few", () => {
  const { flyAt, tick, connectClient } = setupFeed();
  for (let nth = 0; nth < 6_000; nth += 1)
    flyAt(String(nth + 1), [20 + (nth % 75) * 0.4, 75 + Math.floor(nth / 75) * 0.6]);
  tick();
  const client = connectClient();
  client.openFleet([...world], { zoom: 10.9, near: null });
  expect(client.sent[0]?.byteLength).toBeLessThan(mostBytes);
  const total =
    (client.frames[0]?.count ?? 0) + sumOf(client.frames[0]?.cells.columns.count ?? new Uint32Array(0));
  expect(total).toBe(6_000);
  client.openFleet([...world]);
  expect(client.frames[1]).toMatchObject({ count: 6_000, cells: { count: 0 } });
  client.openFleet([100, 30, 105, 35], { zoom: 9, near: null });
  expect(client.frames[2]).toMatchObject({ cells: { count: 0 } });
  expect(client.frames[2]?.count).toBeLessThan(1_500);
});

test("of more urgent drones than a frame has rows for, the one that a wall is about to show has one", () => {
  const { connectClient, registry, getSlot, tick } = setupCrowd();
  for (let nth = 0; nth < 400; nth += 1) registry.fleet.setAlarmBits(getSlot(nth), frameAlarms.p1);
  tick();
  const rowsFor = (focus?: string) => {
    const client = connectClient();
    client.openFleet([...world], { zoom: 4, near: null, focus });
    return client.frames[0]?.columns.index ?? [];
  };
  // And the one alone over Fiji.
  expect(rowsFor()).toHaveLength(301);
  expect(rowsFor()).not.toContain(getSlot(350));
  expect(rowsFor("351")).toHaveLength(302);
  expect(rowsFor("351")).toContain(getSlot(350));
});

test("the table of grouped frames names their rows only, each once, and all drones once they are sent", () => {
  const { connectClient, registry, getSlot, flyAt, alone, tick } = setupCrowd();
  const client = connectClient();
  client.openFleet([...world], { zoom: 4, near: null });
  const readTables = () => client.getData(3).map(({ full, index }) => ({ full, index }));
  expect(readTables()).toEqual([{ full: true, index: [alone] }]);
  registry.fleet.setAlarmBits(getSlot(9), frameAlarms.p1);
  tick();
  tick();
  const urgent = { full: false, index: [getSlot(9)] };
  expect(readTables().slice(1)).toEqual([urgent]);
  // One that takes off is named to everybody.
  const newcomer = flyAt("9002", [10, 10]);
  tick();
  expect(readTables().slice(2)).toEqual([{ full: false, index: [newcomer] }]);
  registry.complete(getSlot(9), t0);
  const successor = flyAt("9003", [-10, 10]);
  expect(successor).toBe(getSlot(9));
  tick();
  expect(readTables().slice(3)).toEqual([{ full: false, index: [successor] }]);
  client.openFleet([...world]);
  const [all, ...more] = readTables().slice(4);
  expect(all).toMatchObject({ full: true, index: { length: 3_002 } });
  expect(more).toEqual([]);
  client.openFleet([...world], { zoom: 4, near: null });
  tick();
  expect(readTables()).toHaveLength(5);
});

test("the live map asks for groups while it draws them, and its socket's frames have them", () => {
  const map = { bbox: world, zoom: 10.9 };
  const layers = { clusters: true, heat: false };
  expect(withGroups(map, layers)).toEqual({ ...map, groups: true });
  expect(withGroups({ ...map, zoom: 11 }, layers)).not.toHaveProperty("groups");
  expect(withGroups(map, { ...layers, heat: true })).not.toHaveProperty("groups");
  expect(withGroups(map, { ...layers, clusters: false })).not.toHaveProperty("groups");

  const { feed } = setupCrowd();
  const sizes: number[] = [];
  const transport = {
    send: () => undefined,
    sendBytes: (bytes: Uint8Array) => void sizes.push(bytes.byteLength),
    bufferedAmount: () => 0,
    terminate: () => undefined,
    close: () => undefined,
    isClosing: () => false,
    closeReason: () => null,
  };
  const frames = createLiveFrames(feed, transport, (message) => expect.unreachable(message));
  frames.admit({ roles: ["duty"] });
  const open = { platform: "web", type: 3, userId: "1", token: "t", taskId: "*" } as const;
  frames.handle({ ...open, view: { bbox: [...world], zoom: 4, groups: true } });
  frames.handle({ ...open, view: { bbox: [...world], zoom: 4 } });
  expect(sizes[0]).toBeLessThan(400);
  expect(sizes[1]).toBeGreaterThan(100_000);
});

const viewport: FleetViewport = {
  extent: [-2e7, -2e7, 2e7, 2e7],
  zoom: 4,
  clusters: true,
  trails: false,
  selected: null,
};
const getClusters = ({ clusters }: Pick<FleetSnapshot, "clusters">, column: number) =>
  Array.from(clusters)
    .filter((_, at) => at % clusterStride === column)
    .toSorted((a, b) => a - b);

test("the map draws cells and rows together as clusters, and knows where all drones are", () => {
  const { connectClient, getSlot, registry, tick } = setupCrowd();
  registry.fleet.setAlarmBits(getSlot(0), frameAlarms.p1);
  tick();
  const client = connectClient();
  client.openFleet([...world], { zoom: 4, near: null });
  const store = new FleetStore();
  store.setViewport(viewport);
  const snapshot = store.decode((client.sent[0] ?? new Uint8Array()).slice().buffer);
  // Alone are the one over Fiji and nobody else: the urgent one is in the cluster around it.
  expect(snapshot.singles).toHaveLength(1);
  expect(getClusters(snapshot, 2)).toEqual([500, 2_500]);
  expect(getClusters(snapshot, 5)).toEqual([0, 6]);
  expect(countDrones(snapshot)).toBe(3_001);
  expect(toPlaces(snapshot)).toHaveLength(3_001);
  // Before the drones of a nearer view have come, the clusters stay.
  const near = store.setViewport({ ...viewport, zoom: 12 });
  expect(near && getClusters(near.grouping, 2)).toEqual([500, 2_499]);
  const back = store.setViewport(viewport);
  expect(back && getClusters(back.grouping, 2)).toEqual([500, 2_500]);
});
