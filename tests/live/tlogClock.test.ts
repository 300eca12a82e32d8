import { describe, expect, it, test } from "vitest";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { parseTlog } from "../../server/telemetry/recording/formats/mavlink/parseTlog.ts";
import { toVehicleTimes } from "../../server/telemetry/recording/formats/mavlink/vehicleClock.ts";
import { readSharedInput } from "../helpers/sharedInput.ts";
import { encodeFrame, encodePayload, encodeRecord, encodeText } from "./tlogWriter.ts";

const start = Date.UTC(2026, 2, 2, 2);
const now = Date.UTC(2026, 10, 1);

/** Flies north at 20 m/s, four positions a second: the n-th, by the vehicle's clock. */
const position = (n: number) =>
  encodeFrame(
    33,
    encodePayload(
      28,
      [0, "Uint32", 60_000 + n * 250],
      [4, "Int32", 399_200_000 + n * 449],
      [8, "Int32", 1_054_600_000],
      [16, "Int32", 50_000],
    ),
  );
/** Received in bursts of eight, each when its last position is half a second old. */
const receivedAt = (n: number) => start + Math.floor(n / 8) * 2_000 + 1_750 + 500;
const bursts = Array.from({ length: 80 }, (_, n) => encodeRecord(receivedAt(n), position(n)));

test("positions received in bursts are all believed, in the vehicle's own time", () => {
  const recording = parseTlog(Uint8Array.from(bursts.flat()));
  // The last of each burst, which was under way shortest, sets the clock.
  expect(recording.samples.map(({ tSrc }) => tSrc - start - 500)).toEqual(
    Array.from({ length: 80 }, (_, n) => n * 250),
  );
  const { flights, leftOut } = buildImport(recording, now);
  expect([flights.map(({ samples }) => samples), leftOut.counts]).toEqual([[80], {}]);
});

test("a text is as late as the position before it", () => {
  const text = encodeRecord(receivedAt(8), encodeFrame(253, encodeText(54, 1, "Low battery")));
  const { messages } = parseTlog(Uint8Array.from([...bursts.slice(0, 9), text, ...bursts.slice(9)].flat()));
  expect(messages).toEqual([{ tSrc: start + 500 + 2_000, text: "Low battery" }]);
});

describe("the vehicle's clock", () => {
  const minute = 60_000;
  it.each<[string, [at: number, bootMs: number][], number[]]>([
    [
      "that is switched on again is set anew",
      [
        [0, 9_000],
        [1_000, 10_000],
        [90_000, 2_000],
        [91_000, 3_000],
      ],
      [0, 1_000, 90_000, 91_000],
    ],
    [
      "goes on when the receiver's is put right",
      [
        [0, 9_000],
        [1_000, 10_000],
        [2_000, 11_000],
        [-480 * minute, 12_000],
      ],
      [0, 1_000, 2_000, 3_000],
    ],
    [
      "that stands still is none",
      [
        [0, 0],
        [250, 0],
        [500, 0],
      ],
      [0, 250, 500],
    ],
    [
      "of a packet that was overtaken is that of the packet",
      [
        [0, 1_000],
        [500, 2_000],
        [501, 1_500],
      ],
      [-500, 500, 0],
    ],
  ])("%s", (_, readings, times) => {
    expect(toVehicleTimes(readings.map(([at, bootMs]) => ({ at: start + at, bootMs })))).toEqual(
      times.map((time) => start + time),
    );
  });
});

const reported = readSharedInput("tlog-bursts/bursts.tlog");
test.runIf(reported)("the reported log keeps its 400 positions", () => {
  const { flights, leftOut } = buildImport(parseTlog(reported ?? new Uint8Array()), now);
  expect([flights.map(({ samples }) => samples), leftOut.counts]).toEqual([[400], {}]);
});
