import { type IngestSample, maxSamplesPerCall } from "../../adapters/contract/telemetry.ts";
import type { SourceSample } from "../../server/telemetry/fleet/appendSample.ts";
import type { IngestAnswer, PostResult } from "./postTelemetry.ts";

export interface FlightSender {
  readonly post: (samples: readonly IngestSample[]) => Promise<PostResult>;
  /** What the drones send for one recorded sample: at most `maxSamplesPerCall`. */
  readonly createSamples: (sample: SourceSample) => readonly IngestSample[];
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly print: (line: string) => void;
  /** How many times faster than recorded. */
  readonly speed: number;
}

export interface SentTotals {
  readonly accepted: number;
  readonly refused: number;
}

/** The platform did not take the samples, and would not take them another time. */
export class SendError extends Error {
  override readonly name = "SendError";
}

/** A request carries what has come up for so long. */
const sendEveryMs = 500;
const [firstRetryMs, longestRetryMs] = [1_000, 30_000];

/**
 * Sends a recorded flight as if it happened now, at its own rate. While the platform is away the samples wait; then
 * they are sent as they were, in large requests.
 * @param recorded in the order of their time
 * @throws SendError if the platform refuses the request as such
 */
export async function sendFlight(
  recorded: readonly SourceSample[],
  { post, createSamples, now, sleep, print, speed }: FlightSender,
): Promise<SentTotals> {
  const startedAt = now();
  const recordingStart = recorded[0]?.tSrc ?? 0;
  const getElapsed = (sample: SourceSample | undefined) => (sample?.tSrc ?? 0) - recordingStart;
  // At a higher speed the flight is shorter: its samples lie closer together.
  const toSent = (sample: SourceSample) =>
    createSamples({ ...sample, tSrc: startedAt + Math.round(getElapsed(sample) / speed) });
  const refusals = createRefusalCounts(print);
  let [accepted, refused, next, failures] = [0, 0, 0, 0];
  while (next < recorded.length) {
    const elapsed = (now() - startedAt) * speed;
    const samples: IngestSample[] = [];
    let upTo = next;
    for (; upTo < recorded.length && getElapsed(recorded[upTo]) <= elapsed; upTo++) {
      const sent = recorded.slice(upTo, upTo + 1).flatMap(toSent);
      if (samples.length + sent.length > maxSamplesPerCall) break;
      samples.push(...sent);
    }
    if (upTo === next) {
      await sleep(Math.max(1, Math.min(sendEveryMs, (getElapsed(recorded[next]) - elapsed) / speed)));
      continue;
    }
    const result = await post(samples);
    if (result.kind === "wrong") throw new SendError(result.text);
    if (result.kind === "away") {
      const waitMs = Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
      if (failures === 0) print(`The platform does not answer (${result.text}): the samples wait`);
      failures += 1;
      await sleep(waitMs);
      continue;
    }
    if (failures > 0) print(`The platform answers again: sending what has waited`);
    failures = 0;
    next = upTo;
    accepted += result.answer.accepted;
    refused += result.answer.rejected.length;
    refusals.add(samples, result.answer.rejected);
    const isBehind = next < recorded.length && getElapsed(recorded[next]) <= (now() - startedAt) * speed;
    if (!isBehind) await sleep(sendEveryMs);
  }
  refusals.printTotals();
  return { accepted, refused };
}

/** Says each drone and reason when it first comes up, and how often it did at the end. */
function createRefusalCounts(print: (line: string) => void) {
  const counts = new Map<string, number>();
  return {
    add: (samples: readonly IngestSample[], rejected: IngestAnswer["rejected"]) => {
      for (const { at, reason, field, expected } of rejected) {
        const line = `${samples[at]?.droneSn}: refused as ${reason}${field ? ` (${field})` : ""}, expected ${expected}`;
        const count = counts.get(line) ?? 0;
        if (count === 0) print(line);
        counts.set(line, count + 1);
      }
    },
    printTotals: () => {
      for (const [line, count] of counts) print(`${line}: ${count} ${count === 1 ? "sample" : "samples"}`);
    },
  };
}
