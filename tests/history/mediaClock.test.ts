import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { playbackMachine } from "../../machines/playback.machine.ts";
import { createMediaClock } from "../../src/pages/history/playback/mediaClock.ts";
import { type PlayedFlight, toPlayedFlight } from "../../src/pages/history/playback/playedFlight.ts";
import { createAnswer } from "./trackAnswer.ts";

let frames: (() => void)[] = [];
/** Runs the requested animation frames, as a visible page does. */
const runFrames = () => {
  const due = frames;
  frames = [];
  for (const frame of due) frame();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openFlight() {
  let wallMs = 0;
  const flight = toPlayedFlight({ taskId: "1", flightId: "2" }, createAnswer([0, 1_000, 2_000, 60_000]));
  if (typeof flight === "string") throw new Error(flight);
  const port = { now: () => wallMs, load: async () => [{ key: "1-2", track: flight }] };
  const actor = createActor(playbackMachine<PlayedFlight>(port)).start();
  actor.send({ type: "flights.open", keys: ["1-2"], startAt: null, rate: 2, compare: null });
  await vi.waitFor(() => expect(actor.getSnapshot().hasTag("ready")).toBe(true));
  const seen: number[] = [];
  const clock = createMediaClock(actor, port.now);
  const unsubscribe = clock.subscribe((timeMs) => seen.push(timeMs));
  const advance = (ms: number) => {
    wallMs += ms;
  };
  return { actor, seen, unsubscribe, advance };
}

test("emits the time in every frame while it plays, and once more when it pauses", async () => {
  const { actor, seen, advance } = await openFlight();
  runFrames();
  expect([seen, frames.length]).toEqual([[0], 0]);
  actor.send({ type: "player.play" });
  for (const ms of [0, 16, 16]) {
    advance(ms);
    runFrames();
  }
  expect(seen).toEqual([0, 0, 32, 64]);
  actor.send({ type: "player.pause" });
  runFrames();
  advance(1_000);
  runFrames();
  expect([seen, frames.length]).toEqual([[0, 0, 32, 64, 64], 0]);
  actor.send({ type: "time.seek", ms: 59_000 });
  runFrames();
  expect(seen.at(-1)).toBe(59_000);
  actor.stop();
});

test("asks for no frame once nobody listens, even while it plays", async () => {
  const { actor, seen, unsubscribe, advance } = await openFlight();
  actor.send({ type: "player.play" });
  runFrames();
  unsubscribe();
  const count = seen.length;
  advance(100);
  runFrames();
  expect([frames.length, seen.length]).toEqual([0, count]);
  actor.stop();
});
