import { expect, test } from "vitest";
import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import type { NatsLink } from "../../server/bus/natsLink.ts";
import { type Holding, partitionCount, partitionOf } from "../../server/cluster/partitions.ts";
import type { FeedRegistry } from "../../server/telemetry/feed/feedRegistry.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { createFleetMirror } from "../../server/telemetry/relay/fleetMirror.ts";
import { decodeFleetPart, encodeFleetPart, liveSubjects } from "../../server/telemetry/relay/liveMessages.ts";
import { createLivePublisher } from "../../server/telemetry/relay/livePublisher.ts";
import { setupFeed, t0 } from "./setupFeed.ts";

const describeFleet = ({ fleet, slots, count, getBySlot, getStage }: FeedRegistry) =>
  [...slots.subarray(0, count())]
    .map((slot) => [getBySlot(slot)?.task.id, fleet.columns.lat[slot], getStage(slot)])
    .toSorted(([a], [b]) => Number(a) - Number(b));

test("the copy of a fleet is as the fleet is, or not shown, whatever messages are lost", () => {
  const { registry, flyAt, tick } = setupFeed();
  const random = createSeededRandom(41);
  const mirror = createFleetMirror(createSlotColumns(10_000), {
    onOpened: () => undefined,
    onClosed: () => undefined,
  });
  let isLossy = true;
  let shown: number | null = null;
  let tellWant: (data: Uint8Array) => void = () => undefined;
  const link: NatsLink = {
    isConnected: () => true,
    publish: (subject, data) => {
      if (subject !== liveSubjects.fleet || typeof data === "string") return;
      if (!isLossy || random() > 0.3) shown = mirror.apply(decodeFleetPart(data)) ?? shown;
    },
    subscribe: (_subject, listener) => {
      tellWant = (data) => listener(data, liveSubjects.want);
      return () => undefined;
    },
    close: async () => undefined,
  };
  const publisher = createLivePublisher(link, () => registry, {
    owner: 1,
    getEpoch: () => 1,
    monotonicMs: () => 0,
  });
  const flying: number[] = [];
  let [ids, timesShown] = [0, 0];

  function step(at: number): void {
    if (random() < 0.5) {
      const slot = flyAt(String(++ids), [39 + random(), 105 + random()]);
      flying.push(slot);
      const open = registry.getBySlot(slot);
      if (open) publisher.listener.onOpened(open);
    } else if (flying.length > 0) {
      const [slot = 0] = flying.splice(Math.floor(random() * flying.length), 1);
      const open = registry.getBySlot(slot);
      registry.complete(slot, at);
      if (open && !registry.getBySlot(slot)) publisher.listener.onClosed(open);
    }
    tick();
    shown = null;
    publisher.tick(at);
    if (shown !== null) {
      timesShown += 1;
      expect(describeFleet(mirror)).toEqual(describeFleet(registry));
    }
    const want = { from: 2, needsAll: mirror.needsAll(), tasks: [] };
    tellWant(Buffer.from(JSON.stringify(want)));
  }
  for (let n = 1; n <= 400; n++) step(t0 + n * 1_000);
  expect(timesShown).toBeGreaterThan(100);
  isLossy = false;
  step(t0 + 401_000);
  step(t0 + 402_000);
  expect(shown).toBe(t0 + 402_000);
});

const half = partitionCount / 2;
const lower: Holding = [0, half - 1, 1];
const upper: Holding = [half, partitionCount - 1, 1];
const isLower = (id: string) => partitionOf(`SN${id}`) < half;

/** An owner whose messages can be given to a mirror, with what it is to say that it holds. */
function setupOwner(owner: number) {
  const { registry, flyAt, tick } = setupFeed();
  let sent: Uint8Array[] = [];
  let ask: (data: Uint8Array) => void = () => undefined;
  const link: NatsLink = {
    isConnected: () => true,
    publish: (subject, data) => {
      if (subject === liveSubjects.fleet && typeof data !== "string") sent.push(data);
    },
    subscribe: (_subject, listener) => {
      ask = (data) => listener(data, liveSubjects.want);
      return () => undefined;
    },
    close: async () => undefined,
  };
  const publisher = createLivePublisher(link, () => registry, {
    owner,
    getEpoch: () => 1,
    monotonicMs: () => 0,
  });
  const at = (n: number) => t0 + n * 1_000;
  return {
    registry,
    fly: (id: string, lat: number) => {
      const open = registry.getBySlot(flyAt(id, [lat, 105]));
      if (open) publisher.listener.onOpened(open);
    },
    land: (id: string, n: number) => {
      const open = registry.getByTask(id);
      if (!open) throw new Error(`Task ${id} is not open`);
      registry.complete(open.slot, at(n));
      publisher.listener.onClosed(open);
    },
    askForAll: () => ask(Buffer.from(JSON.stringify({ from: 9, needsAll: true, tasks: [] }))),
    /** @returns the messages of the tick, as those of an owner with these partitions */
    tick: (n: number, holdings: readonly Holding[]) => {
      tick();
      sent = [];
      publisher.tick(at(n));
      return sent.map((data) => {
        const part = decodeFleetPart(data);
        return { ...part, head: { ...part.head, holdings } };
      });
    },
  };
}

function setupMirror() {
  const told: string[] = [];
  const mirror = createFleetMirror(createSlotColumns(10_000), {
    onOpened: ({ task }) => told.push(`+${task.id}`),
    onClosed: ({ slot }) => told.push(`-${mirror.getBySlot(slot)?.task.id ?? slot}`),
  });
  const apply = (parts: ReturnType<ReturnType<typeof setupOwner>["tick"]>) => {
    let shown: number | null = null;
    for (const part of parts) shown = mirror.apply(part);
    return shown;
  };
  return { mirror, apply, told };
}

const ids = Array.from({ length: 40 }, (_, n) => String(n + 1));
const [lowerIds, upperIds] = [ids.filter(isLower), ids.filter((id) => !isLower(id))];

test("the copy is the union of several owners, each with its own slots", () => {
  const [one, two] = [setupOwner(1), setupOwner(2)];
  const { mirror, apply } = setupMirror();
  for (const id of lowerIds) one.fly(id, 30 + Number(id) / 100);
  for (const id of upperIds) two.fly(id, 40 + Number(id) / 100);
  expect(apply(one.tick(1, [lower]))).toBe(t0 + 1_000);
  expect(apply(two.tick(1, [upper]))).toBe(t0 + 1_000);
  const union = () =>
    [...describeFleet(one.registry), ...describeFleet(two.registry)].toSorted(
      ([a], [b]) => Number(a) - Number(b),
    );
  expect(describeFleet(mirror)).toEqual(union());
  expect(mirror.count()).toBe(40);
  // What one loses does not concern the other's.
  const [gone = ""] = lowerIds;
  one.land(gone, 2);
  one.tick(2, [lower]);
  expect(apply(two.tick(2, [upper]))).toBe(t0 + 2_000);
  one.land(lowerIds[1] ?? "", 3);
  expect(apply(one.tick(3, [lower]))).toBeNull();
  expect(mirror.needsAll()).toBe(true);
  two.land(upperIds[0] ?? "", 3);
  expect(apply(two.tick(3, [upper]))).toBe(t0 + 3_000);
  expect(mirror.getByTask(upperIds[0] ?? "")).toBeUndefined();
  expect(mirror.getByTask(gone)).toBeDefined();
  // A frame names drones by the slots of the copy.
  for (const slot of mirror.slots.subarray(0, mirror.count()))
    expect(mirror.fleet.columns.index[slot]).toBe(slot);
});

test("partitions that another owner takes over keep their tasks and slots, and who had them is not heard", () => {
  const [one, two] = [setupOwner(1), setupOwner(2)];
  const { mirror, apply, told } = setupMirror();
  for (const id of ids) one.fly(id, 30);
  apply(one.tick(1, [lower, upper]));
  const slotsBefore = upperIds.map((id) => mirror.getByTask(id)?.slot);
  const [landed = "", ...taken] = upperIds;
  for (const id of taken) two.fly(id, 40);
  told.length = 0;
  const newer: Holding = [half, partitionCount - 1, 2];
  apply(two.tick(2, [newer]));
  expect(taken.map((id) => mirror.getByTask(id)?.slot)).toEqual(slotsBefore.slice(1));
  expect(mirror.getByTask(landed)).toBeUndefined();
  expect(told).toHaveLength(1);
  // It still believes that it has all: of the others it is heard.
  one.land(taken[0] ?? "", 3);
  one.land(lowerIds[0] ?? "", 3);
  expect(apply(one.tick(3, [lower, upper]))).toBe(t0 + 3_000);
  expect(mirror.getByTask(taken[0] ?? "")).toBeDefined();
  expect(mirror.getByTask(lowerIds[0] ?? "")).toBeUndefined();
  const latOf = (id: string) => mirror.fleet.columns.lat[mirror.getByTask(id)?.slot ?? -1];
  expect(new Set(taken.map(latOf))).toEqual(new Set([400_000_000]));
  expect([mirror.isNewest(1, `SN${landed}`), mirror.isNewest(2, `SN${landed}`)]).toEqual([false, true]);
  // What it has gained may not be among its changes.
  expect(apply(two.tick(4, [[0, half - 1, 2], newer]))).toBeNull();
  // Once the other holds nothing, nobody waits for what it has not told.
  expect(apply(one.tick(4, [lower, upper]))).toBeNull();
  expect(mirror.needsAll()).toBe(true);
  two.askForAll();
  expect(apply(two.tick(5, [[0, half - 1, 2], newer]))).toBe(t0 + 5_000);
  expect(mirror.needsAll()).toBe(false);
});

test("tasks of a partition that its owner has given up stay until the next one has told all", () => {
  const [one, two] = [setupOwner(1), setupOwner(2)];
  const { mirror, apply, told } = setupMirror();
  for (const id of ids) one.fly(id, 30);
  apply(one.tick(1, [lower, upper]));
  told.length = 0;
  for (const id of upperIds) one.land(id, 2);
  apply(one.tick(2, [lower]));
  expect(mirror.count()).toBe(40);
  for (const id of upperIds) two.fly(id, 40);
  apply(two.tick(3, [[half, partitionCount - 1, 2]]));
  expect([mirror.count(), told]).toEqual([40, []]);
});

test("who was replaced is not asked for what was missed of it", () => {
  const [one, two] = [setupOwner(1), setupOwner(2)];
  const { mirror, apply } = setupMirror();
  for (const id of ids) one.fly(id, 30);
  apply(one.tick(1, [lower, upper]));
  one.land("1", 2);
  one.tick(2, [lower, upper]);
  one.land("2", 3);
  apply(one.tick(3, [lower, upper]));
  expect(mirror.needsAll()).toBe(true);
  apply(two.tick(4, [[0, partitionCount - 1, 2]]));
  expect(mirror.needsAll()).toBe(false);
});

test("a message of a build that knows one owner is that of one who holds all", () => {
  const [part] = setupOwner(1).tick(1, [lower]);
  if (!part) throw new Error("Nothing was published");
  const { owner: _, holdings: __, ...head } = { ...part.head, epoch: 7 };
  const older = encodeFleetPart(head, new Uint8Array(part.frame), part.flags);
  expect(decodeFleetPart(older).head.holdings).toEqual([[0, 1_023, 7]]);
});

test("drones with consecutive serial numbers are spread evenly", () => {
  const counts = new Uint32Array(16);
  for (let n = 0; n < 16_000; n++) {
    const partition = partitionOf(`1581F5BJ22${String(n).padStart(6, "0")}`);
    counts[partition >> 6] = (counts[partition >> 6] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  expect([partitionOf(""), partitionOf("SN1"), partitionOf("1581F5BJ22000001")]).toEqual([82, 616, 995]);
});
