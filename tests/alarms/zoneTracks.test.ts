import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import { between } from "../zones/shapes.ts";
import { box, createZone, setupStage, t0 } from "./setupStage.ts";

const flying = { phase: "mission", fix: "3d", sats: 18, hAgl: 60, hRel: 60 } as const;

describe("zones and tracks", () => {
  test("1,000 crossings of a strip of 20 m at 15 m/s and 0.5 Hz: none is missed", { tags: "full" }, () => {
    const crossing = fc.record({
      /** Degrees between the track and the strip's normal. */
      angle: between(-75, 75),
      /** Where the first sample lies within a step of 30 m. */
      phase: between(0, 30),
      along: between(-2_000, 2_000),
    });
    fc.assert(
      fc.property(crossing, ({ angle, phase, along }) => {
        const { send, tick, count } = setupStage({
          zones: [createZone({ shape: box(0, -50_000, 20, 50_000) })],
        });
        const [east, north] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
        for (let second = 0; second <= 40; second += 2) {
          const way = second * 15 - 300 + phase;
          send(second, { ...flying, vH: 15, x: way * east, y: along + way * north });
          tick(second + 0.5);
          tick(second + 1.5);
        }
        expect(count("raise", "noFlyBreach")).toBe(1);
        expect(count("clear", "noFlyBreach")).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });

  /** How far off the true place a fix is, in metres. */
  const noises = {
    normal: {
      widest: 5,
      draw: (u: number, v: number) => 3 * Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v),
    },
    even: { widest: 30, draw: (u: number) => 6 * u - 3 },
  };
  const kinds = ["noFly", "temporary", "limited", "warning", "fence"] as const;

  test.each(Object.entries(noises))(
    "a track along an edge with 3 m of %s noise never flaps",
    { tags: "full" },
    (_, noise) => {
      const track = fc.record({
        kind: fc.constantFrom(...kinds),
        offset: between(-noise.widest, noise.widest),
        // A seed: single deviations that a shrinking test would choose are no noise.
        seed: fc.nat(),
      });
      fc.assert(
        fc.property(track, ({ kind, offset, seed }) => {
          const random = createSeededRandom(seed);
          const { send, tick, heard } = setupStage({
            zones: [createZone({ kind, shape: box(0, -5_000, 2_000, 10_000) })],
          });
          // Inside first, so that a fence is its own.
          send(0, { ...flying, vH: 30, x: kind === "fence" ? 20 : offset, y: 0 });
          for (let second = 1; second <= 300; second++) {
            const x = offset + noise.draw(random(), random());
            send(second, { ...flying, vH: 30, x, y: second * 15 });
            tick(second + 0.5);
          }
          const own = {
            noFly: "noFlyBreach",
            temporary: "temporaryBreach",
            limited: "limitedEntry",
            warning: "warningEntry",
            fence: "fenceExit",
          };
          expect(
            heard.filter((entry) => entry.what === "raise" && entry.kind === own[kind]).length,
          ).toBeLessThan(2);
        }),
        { numRuns: 100 },
      );
    },
  );

  test("samples of an outage that come in one call are judged each at its own time", () => {
    const { send, count, heard } = setupStage({ zones: [createZone({ shape: box(0, -500, 20, 500) })] });
    for (let second = 0; second < 30; second++) send(second, { ...flying, vH: 15, x: second * 15 - 200 });
    expect([count("raise", "noFlyBreach"), count("clear", "noFlyBreach")]).toEqual([1, 1]);
    expect((heard.find(({ what }) => what === "clear")?.at ?? 0) - (heard[0]?.at ?? 0)).toBeGreaterThan(
      5_000,
    );
  });

  test("a zone that is removed, or comes into force, changes what is raised", () => {
    const { stage, send, tick, heard } = setupStage({ zones: [createZone()] });
    for (let second = 0; second < 3; second++) send(second, { ...flying, x: 100 });
    stage.setZones([createZone({ id: "8", kind: "limited" })], 1_800_000_003_000);
    for (let second = 4; second < 9; second++) {
      send(second, { ...flying, x: 100 });
      tick(second + 0.5);
    }
    expect(heard.map(({ what, kind, zoneId }) => `${what} ${kind} ${zoneId}`)).toEqual([
      "raise noFlyBreach 7",
      "clear noFlyBreach 7",
      "raise limitedEntry 8",
    ]);
  });

  test("overlapping zones are causes of their own", () => {
    const { send, heard } = setupStage({
      zones: [createZone(), createZone({ id: "8", kind: "temporary" }), createZone({ id: "9" })],
    });
    for (let second = 0; second < 2; second++) send(second, { ...flying, x: 100 });
    expect(heard.map(({ kind, zoneId }) => `${kind} ${zoneId}`).toSorted()).toEqual([
      "noFlyBreach 7",
      "noFlyBreach 9",
      "temporaryBreach 8",
    ]);
  });
});

test.each([
  [
    "of another kind",
    { kind: "limited" as const },
    ["raise noFlyBreach", "clear noFlyBreach", "raise limitedEntry"],
  ],
  ["another company's", { companyId: "2" }, ["raise noFlyBreach", "clear noFlyBreach"]],
  ["moved away", { shape: box(9_000, -5_000, 9_500, 5_000) }, ["raise noFlyBreach", "clear noFlyBreach"]],
  ["renamed", { name: "新名" }, ["raise noFlyBreach"]],
])(
  "a zone that becomes %s while a drone is inside ends what it was, and is what it is",
  (_what, change, expected) => {
    const { stage, heard, send, tick } = setupStage({ zones: [createZone()] });
    const fly = (from: number, to: number) => {
      for (let second = from; second < to; second++) {
        send(second, { x: 30, y: second, phase: "mission", hAgl: 60, vH: 1 });
        tick(second + 0.5);
      }
    };
    fly(0, 5);
    stage.setZones([createZone(change)], t0 + 5_000);
    fly(5, 20);
    expect(heard.map(({ what, kind }) => `${what} ${kind}`)).toEqual(expected);
  },
);

test("saving a zone puts no drone of unknown height out of its work area", () => {
  const fence = createZone({ kind: "fence" });
  const { stage, count, send, tick } = setupStage({ zones: [fence] });
  const fly = (from: number, to: number, vH: number) => {
    for (let second = from; second < to; second++) {
      send(second, { x: 30 - vH * (second - from), y: 0, phase: "mission", vH });
      tick(second + 0.5);
    }
  };
  fly(0, 5, 0);
  stage.setZones([fence, createZone({ id: "8", shape: box(9_000, -5_000, 9_500, 5_000) })], t0 + 5_000);
  fly(5, 15, 0);
  expect(count("raise", "fenceExit")).toBe(0);
  // It still notices that the drone leaves.
  fly(15, 30, 10);
  expect(count("raise", "fenceExit")).toBe(1);
});
