import { expect, test } from "vitest";
import { loadClip } from "../../server/media/clips.ts";
import { findRecording } from "../../server/media/mediaAddresses.ts";
import { listBoxes } from "../../server/media/mp4.ts";
import { createRecording, parseRange } from "../../server/media/recording.ts";

const road = loadClip("road");
const readAll = (recording: ReturnType<typeof createRecording>, from: number, to: number) =>
  Buffer.concat([...recording.read(from, to)]);

test("a recording of 37 s is 19 groups behind an index of their sizes, each at its time", () => {
  const recording = createRecording(road, 37);
  const file = readAll(recording, 0, recording.totalBytes - 1);
  expect(file).toHaveLength(recording.totalBytes);
  const boxes = listBoxes(file, { from: 0, end: file.length });
  expect(boxes.map(({ type }) => type)).toEqual([
    "ftyp",
    "moov",
    "sidx",
    ...Array.from({ length: 19 }, () => ["moof", "mdat"]).flat(),
  ]);
  const times = boxes.flatMap(({ type, start, end }) =>
    type === "moof"
      ? [Number(file.subarray(start, end).readBigUInt64BE(file.indexOf("tfdt", start) - start + 8))]
      : [],
  );
  expect(times).toEqual(Array.from({ length: 19 }, (_, index) => index * 25_600));
  // Sizes of the index: each group is a moof with its mdat.
  const [, , index] = boxes;
  const sizes = boxes.flatMap(({ type, start }, at) =>
    type === "moof" ? [(boxes[at + 1]?.end ?? 0) - start] : [],
  );
  expect(sizes.map((_, at) => file.readUInt32BE((index?.from ?? 0) + 32 + at * 12))).toEqual(sizes);
});

test("any range is the same bytes as in the whole file", () => {
  const recording = createRecording(road, 50);
  const file = readAll(recording, 0, recording.totalBytes - 1);
  for (const [from, to] of [
    [0, 0],
    [0, 1_023],
    [700, 2_000],
    [100_000, 100_001],
    [163_000, 330_000],
    [recording.totalBytes - 1, recording.totalBytes - 1],
  ] as const)
    expect(readAll(recording, from, to).equals(file.subarray(from, to + 1))).toBe(true);
});

test.each([
  ["bytes=0-99", { from: 0, to: 99 }],
  ["bytes=990-", { from: 990, to: 999 }],
  ["bytes=-10", { from: 990, to: 999 }],
  ["bytes=0-5000", { from: 0, to: 999 }],
  ["bytes=-5000", { from: 0, to: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=5-4", "unsatisfiable"],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["lines=1-2", null],
  [undefined, null],
])("of 1,000 bytes the range %s is %o", (header, expected) => {
  expect(parseRange(header, 1_000)).toEqual(expected);
});

test("there is no recording of an unknown scene, of no length, or longer than a day", () => {
  expect(findRecording("road-60.mp4")).not.toBeNull();
  for (const name of ["lake-60.mp4", "road-0.mp4", "road-90000.mp4", "road-60.mp4.mp4", "../road-60.mp4"])
    expect(findRecording(name)).toBeNull();
});
