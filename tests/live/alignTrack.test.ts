import { expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { alignTrack } from "../../server/telemetry/recording/trackClock.ts";
import { encodeChunk } from "./storeTask.ts";

const start = Date.UTC(2026, 2, 2, 2);
const minute = 60_000;

/** A piece of a minute, by the drone's clock from `from`; the server had its last sample at `lastAt`. Times in minutes. */
const createPiece = (from: number, lastAt: number) => ({
  chunk: decodeTrackChunk(new Uint8Array(encodeChunk(start + from * minute, 60)).buffer),
  lastAt: new Date(start + lastAt * minute),
});

test.each([
  { title: "went back by an hour", pieces: [createPiece(60, 1), createPiece(1, 2)], starts: [0, 1] },
  { title: "went ahead by an hour", pieces: [createPiece(-60, 1), createPiece(1, 2)], starts: [0, 1] },
  {
    title: "was put right twice",
    pieces: [createPiece(60, 1), createPiece(-60, 2), createPiece(2, 3)],
    starts: [0, 1, 2],
  },
])("pieces of a clock that $title follow one another", ({ pieces, starts }) => {
  const aligned = alignTrack(pieces, 0).map(({ chunk }) => Math.round((chunk.t0 - start) / minute));
  expect(aligned).toEqual(starts);
});

test.each([
  // The clock seemed twelve minutes late until the backlog had been sent.
  { title: "what an outage held back", pieces: [createPiece(0, 13), createPiece(1, 13), createPiece(2, 3)] },
  { title: "a pause of an hour", pieces: [createPiece(0, 1), createPiece(60, 61)] },
])("$title moves nothing", ({ pieces }) => {
  const times = pieces.map(({ chunk }) => chunk.t0).toSorted((a, b) => a - b);
  expect(alignTrack(pieces, 0).map(({ chunk }) => chunk.t0)).toEqual(times);
});
