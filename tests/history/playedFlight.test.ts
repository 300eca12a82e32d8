import { expect, test } from "vitest";
import type { TaskEvent } from "../../adapters/contract/liveMessages.ts";
import { toFlightEvents } from "../../src/pages/history/playback/flightEvents.ts";
import { canRetry, formatFailure } from "../../src/pages/history/playback/playbackServices.ts";
import {
  type PlayedFlight,
  toPlayedFlight,
  toStripFlight,
} from "../../src/pages/history/playback/playedFlight.ts";
import { createAnswer } from "./trackAnswer.ts";

const ref = { taskId: "1", flightId: "2" };

test("an answer without the flight, without a track, or with a damaged one has a reason", () => {
  const answer = createAnswer([0, 1_000]);
  expect(toPlayedFlight({ taskId: "1", flightId: "3" }, answer)).toBe("unknownFlight");
  expect(toPlayedFlight(ref, createAnswer([]))).toBe("noTrack");
  expect(toPlayedFlight(ref, { ...answer, points: [{ flightId: "2", bytes: "AAAA" }] })).toBe("damagedTrack");
  // Chunks of another flight are not its track.
  expect(toPlayedFlight(ref, { ...answer, points: [{ flightId: "9", bytes: "AAAA" }] })).toBe("noTrack");
});

test("a flight goes to the strip with its gaps, and unknown values as NaN", () => {
  const flight = toPlayedFlight(ref, createAnswer([0, 1_000, 2_000, 60_000]));
  const strip = toStripFlight(flight as PlayedFlight, "#123456", -500);
  expect(strip).toMatchObject({
    ref,
    label: "RW1 SN1",
    color: "#123456",
    shiftMs: -500,
    startMs: 0,
    endMs: 60_000,
    heightDatum: "高度未知",
    gaps: [{ fromMs: 2_000, toMs: 60_000 }],
  });
  expect([...strip.heightM, ...strip.speedMs, ...strip.battery]).toEqual(Array(12).fill(Number.NaN));
});

test("events of the flights before and after in the same task are theirs", () => {
  const minute = 60_000;
  const at = (ms: number) => new Date(ms).toISOString();
  const event = (ms: number, kind: TaskEvent["kind"]): TaskEvent => ({
    taskId: "1",
    droneSn: "SN1",
    at: at(ms),
    kind,
    from: null,
    to: null,
  });
  const events = [
    event(0, "started"),
    event(5 * minute, "flightEnded"),
    event(5 * minute + 20_000, "flightStarted"),
    event(5 * minute + 25_000, "phase"),
    event(7 * minute, "flightEnded"),
    event(8 * minute, "flightStarted"),
    event(9 * minute, "photo"),
  ];
  const list = (fromMs: number, toMs: number) =>
    toFlightEvents(events, fromMs, toMs).map(({ number, kind, atMs }) => [number, kind, atMs / 1_000]);
  const withOutage = toFlightEvents(
    events,
    1_000,
    4 * minute,
    [],
    [{ fromMs: minute, toMs: minute + 33_600 }],
  );
  expect(withOutage.map(({ kind, label }) => [kind, label])).toEqual([
    ["started", "任务开始"],
    ["platform", "平台中断 33.6 秒"],
    ["flightEnded", "本次飞行结束"],
  ]);
  expect(list(1_000, 4 * minute)).toEqual([
    [0, "started", 0],
    [1, "flightEnded", 300],
  ]);
  expect(list(5 * minute + 20_000, 6 * minute)).toEqual([
    [0, "flightStarted", 320],
    [1, "phase", 325],
    [2, "flightEnded", 420],
  ]);
  expect(list(8 * minute + 500, 10 * minute)).toEqual([
    [0, "flightStarted", 480],
    [1, "photo", 540],
  ]);
});

test("each failure has a sentence; only those that can pass are tried again", () => {
  const kinds = ["unknownFlight", "noTrack", "damagedTrack", "forbidden", "offline", "timeout", "contract"];
  expect(kinds.filter((kind) => canRetry({ kind }))).toEqual(["offline", "timeout", "contract"]);
  expect(formatFailure({ kind: "noTrack", message: "" })).toBe("这次飞行没有航迹：没有收到过它的位置。");
  expect(formatFailure({ kind: "refused", message: "任务不存在" })).toBe("任务不存在");
  expect(formatFailure({ kind: "unknown", message: "" })).toBe("航迹没有加载出来，请重试。");
});
