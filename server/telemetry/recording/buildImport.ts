import {
  describeLeftOut,
  type ImportLeftOut,
  maxImportedFlights,
} from "../../../adapters/contract/flightFile.ts";
import { clearImpossible } from "../fleet/clearImpossible.ts";
import type { SampleField } from "../fleet/sampleColumns.ts";
import { toLineTimes } from "./fileClock.ts";
import { type FlownFlight, flySamples, type ImportedFlight } from "./flySamples.ts";
import { createLeftOutNotes, type LeftOut, listLeftOut } from "./formats/leftOutNotes.ts";
import { type RecordedFlight, type RecordedMessage, RecordingError } from "./formats/recordedFlight.ts";

/** Values that cannot be and count as unknown, by field; their samples are in the track. */
export type ClearedCounts = Partial<Record<SampleField, number>>;

export interface BuiltImport {
  /** Empty where no sample of the recording is believed. */
  readonly flights: readonly ImportedFlight[];
  readonly leftOut: LeftOut;
  readonly cleared: ClearedCounts;
}

/** Of one flight. */
const maxMessages = 2_000;
const maxMessageLength = 200;

/**
 * Turns a recording into flights of the history. Samples are validated by the rules of samples that are sent, each as
 * if it had come at its own time; a value that cannot be is unknown and refuses none.
 * @param nowMs server's time, UTC ms
 */
export function buildImport(recording: RecordedFlight, nowMs: number): BuiltImport {
  const starts = [0, ...(recording.furtherFlights ?? [])];
  if (starts.length > maxImportedFlights) throw tooManyFlights();
  const { counts, lines, note } = createLeftOutNotes(recording.leftOut);
  const cleared: ClearedCounts = {};
  const samplesOf = (from: number, to: number | undefined) =>
    recording.samples.slice(from, to).map((sample) => {
      const checked = clearImpossible(sample);
      for (const { field } of checked.cleared) cleared[field] = (cleared[field] ?? 0) + 1;
      return checked.values;
    });
  const flown = starts.flatMap((start, nth) => {
    const samples = samplesOf(start, starts[nth + 1]);
    return flySamples(samples, nowMs, (reason, index) => note(reason, recording.lines?.[start + index]));
  });
  if (flown.length > maxImportedFlights) throw tooManyFlights();
  const flights = addReports(flown, recording, (reason, count) => note(reason, undefined, count));
  const built = { flights, leftOut: { counts, lines }, cleared };
  assertBelievable(built);
  return built;
}

const tooManyFlights = () =>
  new RecordingError(`A file holds at most ${maxImportedFlights} flights`, { fault: "tooMany" });

/** Samples that something is wrong with; one without a fix is honest, and one on the ground is fine. */
const disbelieved: readonly ImportLeftOut[] = [
  "noTime",
  "degrees",
  "notFinite",
  "outOfRange",
  "older",
  "ahead",
  "jump",
  "otherPlace",
  "future",
  "clock",
];

/** Refuses a recording of which less than half is believed: hardly anything left is no flight. */
function assertBelievable({ flights, leftOut }: BuiltImport): void {
  const wrong = disbelieved.reduce((sum, reason) => sum + (leftOut.counts[reason] ?? 0), 0);
  const right = flights.reduce((sum, { samples }) => sum + samples, 0) + (leftOut.counts.onGround ?? 0);
  if (right === 0 || right >= wrong) return;
  const reasons = describeLeftOut(listLeftOut(leftOut));
  throw new RecordingError(`Only ${right} of ${right + wrong} samples are believed`, {
    fault: "disbelieved",
    told: `文件中只有 ${right} 个航迹点可信，不到一半，没有导入（${reasons}）；请检查设备的时间和定位，重新导出后再导入`,
  });
}

/** Adds what the drone reported during the flights: its photos and messages. What belongs to none is noted. */
function addReports(
  flown: readonly FlownFlight[],
  { photos, messages }: Pick<RecordedFlight, "photos" | "messages">,
  note: (reason: ImportLeftOut, count: number) => void,
): ImportedFlight[] {
  const taken = flown.map((): number[] => []);
  const shown = flown.map((): RecordedMessage[] => []);
  /** Gives a report to the first flight that was under way, whichever of its samples are believed; false where none was. */
  const assign = (at: number, add: (nth: number, lineAt: number) => void): boolean =>
    flown.some(({ spans, flight: { startedAt, endedAt } }, nth) => {
      const lineAt = toLineTimes(spans, at).find((time) => time >= startedAt && time <= endedAt);
      if (lineAt !== undefined) add(nth, lineAt);
      return lineAt !== undefined;
    });
  const lostPhotos = photos.filter((at) => !assign(at, (nth, lineAt) => taken[nth]?.push(lineAt)));
  const lostMessages = messages.filter(
    ({ tSrc, text }) => !assign(tSrc, (nth, lineAt) => shown[nth]?.push({ tSrc: lineAt, text })),
  );
  note("outsideFlights", lostPhotos.length + lostMessages.length);
  for (const all of shown) note("surplusMessage", Math.max(0, all.length - maxMessages));
  return flown.map(({ flight }, nth) => {
    const ownPhotos = taken[nth] ?? [];
    const events = [
      ...flight.events,
      ...ownPhotos.map((atMs, index) => ({
        atMs,
        kind: "photo" as const,
        from: null,
        to: String(index + 1),
      })),
      ...(shown[nth] ?? []).slice(0, maxMessages).map(({ tSrc, text }) => ({
        atMs: tSrc,
        kind: "message" as const,
        from: null,
        to: toStorableText(text),
      })),
    ];
    return { ...flight, events: events.toSorted((a, b) => a.atMs - b.atMs), photos: ownPhotos.length };
  });
}

/** Text that the database can hold, of a length that lists can show. */
const toStorableText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, maxMessageLength);
