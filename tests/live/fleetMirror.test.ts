import { expect, test } from "vitest";
import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import type { NatsLink } from "../../server/bus/natsLink.ts";
import type { FeedRegistry } from "../../server/telemetry/feed/feedRegistry.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { createFleetMirror } from "../../server/telemetry/relay/fleetMirror.ts";
import { decodeFleetPart, liveSubjects } from "../../server/telemetry/relay/liveMessages.ts";
import { createLivePublisher } from "../../server/telemetry/relay/livePublisher.ts";
import { setupFeed, t0 } from "./setupFeed.ts";

const describeFleet = ({ fleet, slots, count, getBySlot, getStage }: FeedRegistry) =>
  [...slots.subarray(0, count())]
    .toSorted((a, b) => a - b)
    .map((slot) => [slot, getBySlot(slot)?.task.id, fleet.columns.lat[slot], getStage(slot)]);

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
