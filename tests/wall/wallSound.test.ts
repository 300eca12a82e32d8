import { afterEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { alarmsMachine } from "../../machines/alarms.machine.ts";
import type { AlarmLike } from "../../machines/alarmsPort.ts";
import { keepSound, toWallSound } from "../../src/wall/wallSound.ts";
import { alarmsAt, calmFlood, createAlarmLike, createAlarmsPort } from "../alarms/createAlarmsPort.ts";

afterEach(() => vi.useRealTimers());

test("a P1 sounds until it is acknowledged, nothing else does, and only once the browser lets it", async () => {
  vi.useFakeTimers();
  let lets = false;
  const played: string[] = [];
  const sound = toWallSound({
    // As browsers do: without a gesture it waits without end.
    unlock: () => (lets ? Promise.resolve() : new Promise<void>(() => {})),
    play: (priority) => void played.push(priority),
    stop: () => {},
  });
  const alarms = [createAlarmLike("1", { priority: "p2" }), createAlarmLike("2")];
  const load = async () => ({ at: alarmsAt, alarms, more: 0, flood: calmFlood, desk: null });
  const actor = createActor(alarmsMachine(createAlarmsPort({ ...sound, load }))).start();
  actor.send({ type: "link.up" });
  const target = new EventTarget();
  // Cast: its alarms are no rows here.
  keepSound(actor as unknown as Parameters<typeof keepSound>[0], target);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([played, actor.getSnapshot().hasTag("soundLocked")]).toEqual([[], true]);

  lets = true;
  target.dispatchEvent(new Event("click"));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(played).toEqual(["p1", "p1"]);
  const acknowledged: AlarmLike = createAlarmLike("2", { state: "acknowledged", version: 2 });
  actor.send({
    type: "alarms.change",
    changed: { at: alarmsAt, alarms: [acknowledged], flood: calmFlood, desks: [] },
  });
  played.length = 0;
  const news = createAlarmLike("3", { priority: "p2", raisedAt: "2026-11-25T08:00:05.000Z" });
  actor.send({
    type: "alarms.change",
    changed: { at: news.raisedAt, alarms: [news], flood: calmFlood, desks: [] },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(played).toEqual([]);
});
