/** @module-tag full */

import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { createCopies } from "../../demo/device/createCopies.ts";
import type { PostResult } from "../../demo/device/postTelemetry.ts";
import { SendError, sendFlight } from "../../demo/device/sendFlight.ts";
import type { SourceSample } from "../../server/telemetry/fleet/appendSample.ts";

const shift = { north: 0, east: 0 };
const place = { lat: 399_200_000, lon: 1_054_600_000 };

describe("copies of a drone", () => {
  test("one keeps the serial number and its place", () => {
    const copy = createCopies({ droneSn: "D1", copies: 1, shift });
    expect(copy({ seq: 4, tSrc: 9, ...place, hRel: 7, phase: null })).toEqual([
      { droneSn: "D1", seq: 4, tSrc: 9, ...place, hRel: 7, phase: null },
    ]);
  });

  test("are moved to the north and east, with their home", () => {
    const copy = createCopies({ droneSn: "D1", copies: 1, shift: { north: 111_195, east: -111_195 } });
    const [moved] = copy({
      seq: 1,
      tSrc: 1,
      lat: 590_000_000,
      lon: 10_000_000,
      homeLat: 590_000_000,
      homeLon: 10_000_000,
    });
    // At 60° a degree of longitude is half as long.
    expect(moved).toMatchObject({
      lat: 600_000_000,
      lon: -10_000_000,
      homeLat: 600_000_000,
      homeLon: -10_000_000,
    });
  });

  test("stand on a grid of 100 m with numbers of their own", () => {
    const copies = createCopies({ droneSn: "D1", copies: 5, shift })({
      seq: 1,
      tSrc: 1,
      lat: 0,
      lon: 10_000_000,
    });
    expect(copies.map(({ droneSn }) => droneSn)).toEqual(["D1-001", "D1-002", "D1-003", "D1-004", "D1-005"]);
    const steps = copies.map(({ lat, lon }) => [
      Math.round((lat ?? 0) / 8_993),
      Math.round(((lon ?? 0) - 10_000_000) / 8_993),
    ]);
    expect(steps).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ]);
  });

  test("never make a place of (0,0) or of none", () => {
    const copy = createCopies({ droneSn: "D1", copies: 1, shift: { north: 500, east: 500 } });
    expect(copy({ seq: 1, tSrc: 1, lat: 0, lon: 0 })).toEqual([
      { droneSn: "D1", seq: 1, tSrc: 1, lat: 0, lon: 0 },
    ]);
    expect(copy({ seq: 1, tSrc: 1, lat: null, lon: null })).toMatchObject([{ lat: null, lon: null }]);
  });

  test("go on beyond the 180th meridian", () => {
    const copy = createCopies({ droneSn: "D1", copies: 1, shift: { north: 0, east: 22_239 } });
    expect(copy({ seq: 1, tSrc: 1, lat: 0, lon: 1_799_000_000 })[0]?.lon).toBeCloseTo(-1_799_000_000, -4);
  });
});

const sentAt = 1_800_000_000_000;
const taken: PostResult = { kind: "taken", answer: { accepted: 0, rejected: [] } };

/** A platform whose answers stand in a list, and a clock that only `sleep` moves. */
function setupSender(answers: readonly PostResult[] = [], copies = 1) {
  let now = sentAt;
  const requests: { readonly at: number; readonly samples: readonly IngestSample[] }[] = [];
  const lines: string[] = [];
  return {
    requests,
    lines,
    sizes: () => requests.map(({ at, samples }) => [at - sentAt, samples.length]),
    send: (recorded: readonly SourceSample[], speed = 1) =>
      sendFlight(recorded, {
        post: (samples) => {
          requests.push({ at: now, samples });
          const answer = answers[requests.length - 1] ?? taken;
          return Promise.resolve(
            answer === taken ? { kind: "taken", answer: { accepted: samples.length, rejected: [] } } : answer,
          );
        },
        createSamples: createCopies({ droneSn: "D1", copies, shift }),
        now: () => now,
        sleep: (ms) => {
          now += ms;
          return Promise.resolve();
        },
        print: (line) => lines.push(line),
        speed,
      }),
  };
}

/** Samples at such seconds of a recording of 2021. */
const record = (...seconds: readonly number[]) =>
  seconds.map((second, seq): SourceSample => ({ seq, tSrc: 1_600_000_000_000 + second * 1_000, ...place }));

describe("a recorded flight", () => {
  test("is sent as if it happened now, at its own rate, with its gaps", async () => {
    const { send, requests, sizes } = setupSender();
    expect(await send(record(0, 0.2, 0.4, 1, 11))).toEqual({ accepted: 5, refused: 0 });
    expect(sizes()).toEqual([
      [0, 1],
      [500, 2],
      [1_000, 1],
      [11_000, 1],
    ]);
    const times = requests.flatMap(({ samples }) => samples.map(({ tSrc }) => tSrc - sentAt));
    expect(times).toEqual([0, 200, 400, 1_000, 11_000]);
  });

  test("is sent faster with its samples closer together by as much", async () => {
    const { send, requests, sizes } = setupSender();
    await send(record(0, 10, 20), 10);
    expect(sizes()).toEqual([
      [0, 1],
      [1_000, 1],
      [2_000, 1],
    ]);
    const times = requests.flatMap(({ samples }) => samples.map(({ tSrc }) => tSrc - sentAt));
    expect(times).toEqual([0, 1_000, 2_000]);
  });

  test("waits while the platform is away, and is sent then as it was", async () => {
    const away: PostResult = { kind: "away", text: "ECONNREFUSED" };
    const { send, requests, lines, sizes } = setupSender([taken, away, away, away]);
    const totals = await send(record(0, 1, 2, 3, 4, 5, 6, 7, 8));
    expect(totals).toEqual({ accepted: 9, refused: 0 });
    // One request each 1, 2 and 4 s, then everything that has waited.
    expect(sizes().slice(0, 5)).toEqual([
      [0, 1],
      [1_000, 1],
      [2_000, 2],
      [4_000, 4],
      [8_000, 8],
    ]);
    expect(requests[4]?.samples.map(({ tSrc }) => tSrc - sentAt)).toEqual([
      1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000,
    ]);
    expect(lines).toEqual([
      "The platform does not answer (ECONNREFUSED): the samples wait",
      "The platform answers again: sending what has waited",
    ]);
  });

  test("goes in requests of at most 2,000 samples, each drone's in order", async () => {
    const { send, requests, sizes } = setupSender([{ kind: "away", text: "503" }], 600);
    await send(record(0, 0.1, 0.2, 0.3, 0.4));
    expect(sizes().map(([, size]) => size)).toEqual([600, 1_800, 1_200]);
    const own = requests
      .slice(1)
      .flatMap(({ samples }) => samples.filter(({ droneSn }) => droneSn === "D1-007"));
    expect(own.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
  });

  test("says once why samples are refused, and at the end how many", async () => {
    const refused = (at: number) => ({
      at,
      reason: "nullIsland" as const,
      field: "lat",
      expected: "真实坐标；没有定位时 lat 与 lon 都填 null",
    });
    const { send, lines } = setupSender([
      { kind: "taken", answer: { accepted: 0, rejected: [refused(0)] } },
      {
        kind: "taken",
        answer: {
          accepted: 0,
          rejected: [refused(0), refused(1), { at: 2, reason: "noRoom", field: null, expected: "稍后重试" }],
        },
      },
    ]);
    expect(await send(record(0, 0.1, 0.2, 0.3))).toEqual({ accepted: 0, refused: 4 });
    expect(lines).toEqual([
      "D1: refused as nullIsland (lat), expected 真实坐标；没有定位时 lat 与 lon 都填 null",
      "D1: refused as noRoom, expected 稍后重试",
      "D1: refused as nullIsland (lat), expected 真实坐标；没有定位时 lat 与 lon 都填 null: 3 samples",
      "D1: refused as noRoom, expected 稍后重试: 1 sample",
    ]);
  });

  test("is given up where the request itself is wrong", async () => {
    const { send, requests } = setupSender([{ kind: "wrong", text: "401 签名无效" }]);
    await expect(send(record(0, 1))).rejects.toThrow(SendError);
    expect(requests).toHaveLength(1);
  });
});

describe("the command", () => {
  const commandPath = path.resolve("demo/device/demoDeviceCommand.ts");
  test.each([
    ["that the file is missing", [], "FILE is missing"],
    [
      "which option is wrong, and how",
      ["flight.gpx", "--speed", "0"],
      "speed: Too small: expected number to be >0",
    ],
  ])("says %s", (_, args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [commandPath, ...args], { encoding: "utf8" });
    expect(stderr.split("\n")[0]).toBe(message);
    expect(status).toBe(2);
  });
});
