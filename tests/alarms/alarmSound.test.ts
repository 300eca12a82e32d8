import { expect, it, vi } from "vitest";
import { createActor } from "xstate";
import { alarmsMachine } from "../../machines/alarms.machine.ts";
import type { AlarmLike } from "../../machines/alarmsPort.ts";
import { createAlarmSound, type SoundOutput } from "../../src/live/alarms/alarmSound.ts";
import { alarmsAt, calmFlood, createAlarmLike, createAlarmsPort } from "./createAlarmsPort.ts";

/** An output that records the frequency and start of each tone. */
function createOutput(opensOn = true) {
  const tones: [hz: number, atS: number][] = [];
  const output = {
    state: "suspended" as AudioContextState,
    currentTime: 10,
    destination: {},
    onstatechange: null as (() => void) | null,
    resume: async () => {
      if (opensOn) output.state = "running";
    },
    close: vi.fn<() => Promise<void>>(async () => {}),
    createGain: () => ({
      gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
      connect: () => {},
    }),
    createOscillator: () => {
      const frequency = { value: 0 };
      return {
        frequency,
        connect: () => {},
        start: (at: number) => tones.push([frequency.value, at]),
        stop: () => {},
      };
    },
  };
  // Seam: WebAudio does not exist in Node.
  return { output, tones, create: () => output as unknown as SoundOutput };
}

it("plays nothing before it is unlocked by a click, and a test tone then", async () => {
  const { tones, create } = createOutput();
  const sound = createAlarmSound(create, () => {});
  sound.play("p1");
  expect(tones).toEqual([]);
  await sound.unlock();
  expect(tones).toEqual([
    [784, 10],
    [784, 10.21],
  ]);
});

it("has more and higher tones for what is more urgent, and none for P4", async () => {
  const { tones, create } = createOutput();
  const sound = createAlarmSound(create, () => {});
  await sound.unlock();
  const count = (priority: "p1" | "p2" | "p3" | "p4") => {
    tones.length = 0;
    sound.play(priority);
    return [tones.length, Math.max(0, ...tones.map(([hz]) => hz))];
  };
  expect([count("p1"), count("p2"), count("p3"), count("p4")]).toEqual([
    [5, 988],
    [2, 784],
    [1, 523],
    [0, 0],
  ]);
});

it("says that the browser opened nothing, and can be tried again", async () => {
  const { output, create } = createOutput(false);
  const sound = createAlarmSound(create, () => {});
  await expect(sound.unlock()).rejects.toThrow("浏览器没有打开声音输出");
  output.resume = async () => {
    output.state = "running";
  };
  await sound.unlock();
});

it("tells when the browser stops the output by itself, and not when the page does", async () => {
  const { output, create } = createOutput();
  const onLose = vi.fn<() => void>();
  const sound = createAlarmSound(create, onLose);
  await sound.unlock();
  output.state = "suspended";
  output.onstatechange?.();
  expect(onLose).toHaveBeenCalledTimes(1);
  await sound.unlock();
  sound.stop();
  expect(output.onstatechange).toBeNull();
  expect(output.close).toHaveBeenCalledTimes(1);
  expect(onLose).toHaveBeenCalledTimes(1);
});

it("tells the server that a P1 was seen only where it can be seen: not behind a lock", async () => {
  const told: string[] = [];
  let isLocked = true;
  const list = { at: alarmsAt, alarms: [createAlarmLike("1")], more: 0, flood: calmFlood, desk: null };
  const machine = alarmsMachine(
    createAlarmsPort({
      load: async () => list,
      report: (to) => told.push(to),
      isOpenToView: () => !isLocked,
    }),
  );
  const actor = createActor(machine).start();
  actor.send({ type: "link.up" });
  await vi.waitFor(() => expect(actor.getSnapshot().context.alarms).toHaveLength(1));
  actor.send({ type: "alarms.perceive" });
  expect(told).toEqual([]);
  isLocked = false;
  actor.send({ type: "alarms.perceive" });
  expect(told).toEqual(["2026-11-25T08:00:00.000Z"]);
  actor.stop();
});

it("plays nothing for what the list had no room for: not when it is counted up, not when it comes into the list", async () => {
  const played: string[] = [];
  const create = (id: string, raisedAt: string) => createAlarmLike(id, { priority: "p2", raisedAt });
  const old = create("old", "2026-11-25T06:00:00.000Z");
  const unseen = create("unseen", "2026-11-25T06:30:00.000Z");
  const toList = (more: number, ...alarms: AlarmLike[]) => ({
    at: alarmsAt,
    alarms,
    more,
    flood: calmFlood,
    desk: null,
  });
  const lists = [toList(2, create("new", "2026-11-25T07:00:00.000Z"))];
  const machine = alarmsMachine(
    createAlarmsPort({
      load: async () => lists.shift() ?? toList(0, unseen, old),
      play: (priority) => played.push(priority),
    }),
  );
  const actor = createActor(machine).start();
  const isListed = (id: string) => actor.getSnapshot().context.alarms?.some((alarm) => alarm.id === id);
  actor.send({ type: "sound.unlock" });
  await vi.waitFor(() => expect(isListed("new") && actor.getSnapshot().hasTag("soundOn")).toBe(true));
  const change = (alarm: AlarmLike) =>
    actor.send({
      type: "alarms.change",
      changed: { at: alarmsAt, alarms: [alarm], flood: calmFlood, desks: [] },
    });
  change(old);
  expect(played).toEqual([]);
  change(create("newest", "2026-11-25T08:00:01.000Z"));
  expect(played).toEqual(["p2"]);
  actor.send({ type: "alarms.reload" });
  await vi.waitFor(() => expect(isListed("unseen")).toBe(true));
  expect(played).toEqual(["p2"]);
  actor.stop();
});

it("is tested priority by priority once it is open, also while it is muted", async () => {
  const played: string[] = [];
  const machine = alarmsMachine(createAlarmsPort({ play: (priority) => played.push(priority) }));
  const actor = createActor(machine).start();
  actor.send({ type: "sound.test", priority: "p1" });
  expect(played).toEqual([]);
  actor.send({ type: "sound.unlock" });
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag("soundOn")).toBe(true));
  for (const priority of ["p1", "p2", "p3"] as const) actor.send({ type: "sound.test", priority });
  actor.send({ type: "sound.mute" });
  actor.send({ type: "sound.test", priority: "p3" });
  expect(played).toEqual(["p1", "p2", "p3", "p3"]);
  actor.stop();
});
