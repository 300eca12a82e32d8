import { expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { dutyCalls } from "../../adapters/contract/duty.ts";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { createSeededRandom } from "../../demo/simulator/seededRandom.ts";
import { isInAir } from "../../server/telemetry/flights/flightPhases.ts";
import { ingestDeviceSamples } from "../../server/telemetry/ingest/ingestDeviceSamples.ts";
import { insertDrone } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { startAlarms } from "./setupAlarms.ts";

const seed = 20_261_128;
/** The rules need 5 s of height to believe it, and a tick to show it. */
const believedAfterS = 7;
/** On-delay, tick and storing, and a sample among them that is refused as a jump. */
const alarmedAfterS = 6;
const metre = 90;

/** One second of a flight, as it is sent; null: nothing comes. */
type Second = Omit<IngestSample, "droneSn" | "seq" | "tSrc"> | null;

/** A flight at random: on the ground, straight up, then hovering, flying, silent, with jumps and wrong words, and down. */
function createScript(random: () => number, n: number, seconds: number): readonly Second[] {
  const between = (from: number, to: number) => from + random() * (to - from);
  const chance = (share: number) => random() < share;
  const script: Second[] = Array.from({ length: Math.floor(between(0, 40)) }, () => null);
  const words = ["none", "right", "standby"] as const;
  const word = words[Math.floor(random() * words.length)] ?? "none";
  const [lat, lon] = [300_000_000 + n * 200_000, 1_054_600_000];
  let [x, height, battery] = [0, 0, between(30, 90)];
  const send = (phase: IngestSample["phase"], vH: number, vV: number, jumpM = 0) =>
    script.push({
      lat: Math.round(lat + (x + jumpM) * metre),
      lon,
      hRel: Math.round(height * 10) / 10,
      hAgl: Math.round(height * 10) / 10,
      vH,
      vV,
      fix: "3d",
      sats: 18,
      batPct: Math.round(battery),
      ...(word === "none" ? {} : { phase: word === "right" ? phase : "standby" }),
    });
  const stand = (count: number) => {
    for (let i = 0; i < count; i++) send("standby", 0, 0);
  };
  stand(5);
  const top = between(20, 100);
  const climb = between(1.5, 5);
  while (height < top) {
    height = Math.min(top, height + climb);
    send("takeoff", 0.1, climb);
  }
  while (script.length < seconds - 70) {
    const kind = random();
    const length = Math.floor(between(5, 30));
    if (kind < 0.25) for (let i = 0; i < length; i++) script.push(null);
    else if (kind < 0.35) send("mission", 6, 0, between(5_000, 50_000));
    // Who says that it is on the ground is believed unless it moves.
    else if (kind < 0.6 && word !== "standby") for (let i = 0; i < length; i++) send("hover", 0.1, 0);
    else
      for (let i = 0; i < length; i++) {
        x += 6;
        send("mission", 6, 0);
      }
    if (chance(0.15)) battery = between(3, 8);
  }
  // Some fly on to the end.
  if (chance(0.6)) {
    while (height > 0) {
      height = Math.max(0, height - 3);
      send("landing", 0.2, -3);
    }
    stand(20);
  }
  while (script.length < seconds) {
    x += 6;
    send(height > 0 ? "mission" : "landed", height > 0 ? 6 : 0, 0);
  }
  return script.slice(0, seconds);
}

/** Seconds in a row until now in which something was sent and all of it fits. */
function countLast(
  script: readonly Second[],
  second: number,
  fits: (sample: NonNullable<Second>) => boolean,
) {
  let count = 0;
  for (let at = second; at >= 0; at--) {
    const sample = script[at];
    if (!sample || !fits(sample)) break;
    count += 1;
  }
  return count;
}

const isHigh = ({ hRel, vH, phase }: NonNullable<Second>) =>
  (hRel ?? 0) > 10 && (phase !== "standby" || (vH ?? 0) > 3);
const isDown = ({ hRel, vH }: NonNullable<Second>) => (hRel ?? 0) <= 2 && (vH ?? 0) <= 1;
const isEmpty = ({ batPct, ...sample }: NonNullable<Second>) => isHigh(sample) && (batPct ?? 100) <= 10;

/** A P1 in one of these states is to be seen. */
const visible: readonly string[] = ["active", "acknowledged", "cleared"];

/** Flies all scripts at once and looks in every second for what is missing. */
async function fly(
  count: number,
  seconds: number,
): Promise<{ readonly looked: number; readonly urgent: number }> {
  const ctx = await createTestPlatform();
  const server = await startAlarms(ctx, { rules: {}, capacity: count });
  const { live } = server;
  const company = await (await createFlightFactory(ctx)).createCompany();
  const takeover = { requestId: "random-duty", shiftId: null, note: "" };
  expect((await ctx.callAs("duty", dutyCalls.dutyTakeover, { body: takeover })).body.state).toBe(0);
  const random = createSeededRandom(seed);
  const drones = Array.from({ length: count }, (_, n) => ({
    droneSn: `RANDOM-${n}`,
    script: createScript(random, n, seconds),
    isAloft: false,
  }));
  for (const { droneSn } of drones) await insertDrone(ctx.db, company, { sn: droneSn });
  const line = live.lines.ofKey({ accessKeyId: "1", accessKey: "AK1", companyId: company.id });
  const sender = { companyId: company.id, via: "http" as const, lineOf: () => line };
  /** P1 alarms that somebody must still see, by id. */
  const waiting = new Set<string>();
  const missing: string[] = [];
  let [looked, urgent] = [0, 0];
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    const now = ctx.clock.now();
    const samples = drones.flatMap(({ droneSn, script }) => {
      const sample = script[second];
      return sample ? [{ droneSn, seq: second, tSrc: now.getTime(), ...sample }] : [];
    });
    for (let start = 0; start < samples.length; start += 2_000)
      await ingestDeviceSamples(
        { db: ctx.db, live, newId: ctx.platform.newId, now },
        sender,
        samples.slice(start, start + 2_000),
      );
    live.tick();
    await live.alarms.flush();
    const shown = server.shown();
    for (const drone of drones) {
      const { droneSn, script } = drone;
      if (countLast(script, second, isHigh) >= believedAfterS) drone.isAloft = true;
      if (countLast(script, second, isDown) > 0) drone.isAloft = false;
      if (!drone.isAloft) continue;
      looked += 1;
      const open = live.registry.getByDrone(droneSn);
      if (!open?.flight || !isInAir(live.registry.fleet, open))
        missing.push(`${second} s: ${droneSn} is not in the air`);
      if (countLast(script, second, isEmpty) < alarmedAfterS) continue;
      const alarm = [...shown.values()].find(
        (one) => one.kind === "batteryCritical" && one.droneSn === droneSn && visible.includes(one.state),
      );
      if (!alarm) missing.push(`${second} s: ${droneSn} has no 电量严重不足`);
    }
    for (const { id, priority, state, kind, droneSn } of shown.values()) {
      if (priority !== "p1" || kind === "lost") continue;
      if (state === "active" || state === "cleared") waiting.add(id);
      if (state === "suppressed") missing.push(`${second} s: ${kind} of ${droneSn} is suppressed`);
    }
    for (const id of waiting) {
      const alarm = shown.get(id);
      urgent += 1;
      if (alarm?.state !== "active" && alarm?.state !== "cleared")
        missing.push(`${second} s: ${alarm?.kind} of ${alarm?.droneSn} is ${alarm?.state}`);
    }
    const [first] = waiting;
    if (first !== undefined && second % 40 === 39) {
      const { body } = await ctx.callAs("duty", alarmCalls.alarmAck, {
        body: { ids: [first], requestId: `random-duty-${second}` },
      });
      expect(body.state).toBe(0);
      waiting.delete(first);
    }
  }
  await server.stop();
  await ctx.close();
  expect(missing.slice(0, 20)).toEqual([]);
  return { looked, urgent };
}

const name = "who is in the air is on the list, and every P1 is to be seen";

test(`in every second of 50 flights at random, ${name}`, { timeout: 180_000 }, async () => {
  const { looked, urgent } = await fly(50, 150);
  // The test looks at something.
  expect(looked).toBeGreaterThan(3_000);
  expect(urgent).toBeGreaterThan(300);
});

test(`in every second of 1,000 flights at random, ${name}`, {
  tags: "full",
  timeout: 1_800_000,
}, async () => {
  expect((await fly(1_000, 300)).looked).toBeGreaterThan(40_000);
});
