import type { FlightPhase } from "../../../../adapters/contract/flight.ts";
import * as word from "../../../../adapters/contract/words.ts";
import type { SourceSample } from "../../fleet/appendSample.ts";
import type { RecordedFlight, RecordedMessage } from "./recordedFlight.ts";

/** Why a flight ends, as its drone reports it. */
interface EndReason {
  readonly text: string;
  /** Whether flying on does not make it untrue: a battery does not recover. */
  readonly isFinal: boolean;
  /** The graver one stays. */
  readonly rank: number;
}

const forcedLanding: EndReason = { text: word.forcedLanding, isFinal: true, rank: 4 };
const criticalBattery: EndReason = { text: "电量严重不足", isFinal: true, rank: 3 };
const lowBattery: EndReason = { text: "电量不足，自动返航", isFinal: true, rank: 2 };
const lostControl: EndReason = { text: "遥控信号丢失，自动返航", isFinal: false, rank: 2 };
const returning: EndReason = { text: "返航", isFinal: false, rank: 1 };

/** Words of DJI's app, ArduPilot and PX4. `Setting new Return-To-Home altitude` and the like are no end. */
const reasonByWords: readonly (readonly [RegExp, EndReason])[] = [
  [/forced? landing|crash|emergency landing/i, forcedLanding],
  [
    /(critical(ly)?( low)?|dangerous(ly low)?|emergency|extremely low) battery|battery( level)?( is)? (critical|dangerous)|battery.*failsafe|critical(ly)? low (power|voltage)/i,
    criticalBattery,
  ],
  [/low battery.*(return|rth|going home|landing)|(return|rth|going home).*low battery/i, lowBattery],
  [
    /((remote|rc|radio|manual control|data ?link|signal|gcs).*(lost|disconnected|failsafe)|failsafe rth)/i,
    lostControl,
  ],
  [
    /returning to home|going home|(rth|return[- ]to[- ]home) (initiated|activated|started|engaged)/i,
    returning,
  ],
];
const cancelWords = /(rth|return|going home|landing|failsafe).*(cancel|clear|exit)/i;

const reasonByPhase: Readonly<Partial<Record<FlightPhase, EndReason>>> = {
  returning,
  forcedLanding,
};
/** Whoever flies on for so long after a reason that is not final has overcome it. */
const overcomeMs = 10_000;
const flyingPhases: readonly (FlightPhase | null | undefined)[] = ["takeoff", "mission", "manual", "hover"];

/** How long any other message is shown. */
const messageShownMs = 10_000;
/** Longest `modeReason` of a sample. */
const maxReasonLength = 60;

/** What a message means for the end of the flight: a reason, that there is none any more, or nothing. */
function readEndReason(text: string): EndReason | "cancelled" | null {
  if (cancelWords.test(text)) return "cancelled";
  return reasonByWords.find(([words]) => words.test(text))?.[1] ?? null;
}

/**
 * Writes the drone's messages into the samples: each message for some seconds, and why the flight ends from then until
 * its last sample, which thus has the outcome.
 */
export function addModeReasons({
  samples,
  messages,
}: Pick<RecordedFlight, "samples" | "messages">): SourceSample[] {
  let next = 0;
  let latest: RecordedMessage | undefined;
  let reason: EndReason | null = null;
  let reasonAt = Number.NaN;
  const setReason = (found: EndReason, at: number) => {
    if (reason && reason.rank > found.rank) return;
    reason = found;
    reasonAt = at;
  };
  return samples.map((sample, at): SourceSample => {
    const { tSrc, phase } = sample;
    for (let message = messages[next]; message && message.tSrc <= tSrc; message = messages[++next]) {
      latest = message;
      const found = readEndReason(message.text);
      if (found === "cancelled") reason = reason?.isFinal ? reason : null;
      else if (found) setReason(found, message.tSrc);
    }
    const isOvercome = flyingPhases.includes(phase) && tSrc - reasonAt > overcomeMs;
    if (isOvercome && reason && !reason.isFinal) reason = null;
    const phaseReason = phase ? reasonByPhase[phase] : undefined;
    if (phaseReason) setReason(phaseReason, tSrc);
    // A warning that happened to come last is not why the flight ended.
    const isShown = at < samples.length - 1 && latest !== undefined && tSrc - latest.tSrc < messageShownMs;
    return { ...sample, modeReason: reason?.text ?? (isShown ? toModeReason(latest?.text ?? "") : null) };
  });
}

/** Text that the contract allows, without control characters. */
const toModeReason = (text: string): string | null =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, maxReasonLength)
    .trimEnd()
    .toWellFormed() || null;
