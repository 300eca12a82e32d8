import type { AlarmKind } from "../../../../adapters/contract/alarm.ts";
import { fleetColumns } from "../../../../adapters/contract/fleetFrame.ts";
import {
  flightPhases,
  type linkStates,
  positionFixes,
  toLinkState,
} from "../../../../adapters/contract/flight.ts";
import { createMotion, followMotion, toPhaseClaim } from "../../../../adapters/contract/inTheAir.ts";
import { createValueColumns } from "../../fleet/sampleColumns.ts";
import { createSlotColumns } from "../../fleet/slotColumns.ts";
import { readSamples, type StoredTrack, type TrackSample } from "../../recording/storedTrack.ts";
import { createAlarmStage } from "../alarmStage.ts";
import type { FlightPlan } from "../flightFacts.ts";
import { alarmKinds, createRuleSet, type StoredRule } from "../ruleSet.ts";
import type { AlarmSink } from "../signals.ts";
import type { RuleZone } from "../zoneTable.ts";

/**
 * Kinds that depend on nothing but what tracks, plans and zones hold. Tracks have no reasons, no reserves of the
 * battery, no progress, no other aircraft and no samples without a position.
 */
export const computableKinds: readonly AlarmKind[] = [
  "noFlyBreach",
  "temporaryBreach",
  "approaching",
  "limitedEntry",
  "warningEntry",
  "fenceExit",
  "tooHigh",
  "outsidePermit",
  "noPermit",
  "lost",
  "delayed",
  "batteryLow",
  "forcedLanding",
  "offRoute",
];

/** Gives what replays the track of a flight through one rule; it returns when the rule would have been raised. */
export type ReplayTrack = (
  track: StoredTrack,
  plan: FlightPlan & { readonly isMicro: boolean },
) => readonly number[];

const tickMs = 1_000;
/** A pause longer than this is played second by second, as the links age in it. */
const pauseMs = 1_500;
/** Nothing changes any more in a longer pause. */
const longestPauseMs = 15 * 60_000;
const linkCodes: Readonly<Record<(typeof linkStates)[number], number>> = {
  fresh: 0,
  delayed: 1,
  lost: 2,
  lastKnown: 3,
};

export function createReplayTrack(rule: StoredRule, zones: readonly RuleZone[], now: number): ReplayTrack {
  const slotColumns = createSlotColumns(1);
  const values = createValueColumns(() => slotColumns.create("f64", Number.NaN));
  const columns = slotColumns.createTable(fleetColumns);
  const positionAt = slotColumns.create("f64");
  let raisedAt: number[] = [];
  let lastAt = Number.NaN;
  let motion = createMotion();
  const view = {
    values,
    columns,
    positionAt,
    getLastAt: () => lastAt,
    modeReason: [null],
    isInAir: () => motion.isInAir[0] === 1,
  };
  /** By zone: a priority that rises is no other alarm. */
  const raised = new Set<string | null>();
  const sink: AlarmSink = {
    raise: ({ zoneId }, at) => {
      if (!raised.has(zoneId)) raisedAt.push(at);
      raised.add(zoneId);
    },
    clear: ({ zoneId }) => raised.delete(zoneId),
  };
  const stage = createAlarmStage(slotColumns, view, { slots: Uint32Array.of(0), count: () => 1 }, sink);
  const others = alarmKinds
    .filter((kind) => kind !== rule.kind)
    .map((kind) => ({ ...rule, kind, status: off }));
  // It is tried on the flights of its scope alone, as if it were the only rule there.
  const everywhere = { companyId: null, droneSn: "" };
  stage.setRules(
    createRuleSet(
      [rule, ...others].map((other) => ({ ...other, ...everywhere, ...(other === rule ? on : {}) })),
    ),
  );
  stage.setZones(zones, now);

  const playPause = (from: number, to: number, periodMs: number) => {
    for (let at = from + tickMs; at < Math.min(to, from + longestPauseMs); at += tickMs) {
      columns.link[0] = linkCodes[toLinkState(at - from, periodMs)];
      stage.tick(at);
    }
    columns.link[0] = linkCodes.fresh;
  };

  return (track, { isMicro, ...plan }) => {
    raisedAt = [];
    motion = createMotion();
    stage.open(0, plan);
    if (isMicro) stage.setMicro(0);
    const periodMs = getUsualPeriod(track);
    let last = Number.NaN;
    for (const sample of readSamples(track)) {
      const { atMs } = sample;
      if (atMs - last > pauseMs) playPause(last, atMs, periodMs);
      writeSample(values, sample);
      followMotion(motion, 0, {
        claim: toPhaseClaim(sample.phase),
        heightM: sample.hRel ?? sample.hAgl ?? Number.NaN,
        speedMs: sample.speed ?? Number.NaN,
        climbMs: sample.climb ?? Number.NaN,
        atMs,
      });
      positionAt[0] = atMs;
      lastAt = atMs;
      stage.sample(0, atMs);
      stage.tick(atMs);
      last = atMs;
    }
    stage.close(0, last);
    return raisedAt;
  };
}

const off = "disabled" as const;
const on = { status: "enabled" } as const;

function writeSample(values: ReturnType<typeof createValueColumns>, sample: TrackSample): void {
  values.lat[0] = sample.latE7;
  values.lon[0] = sample.lonE7;
  values.hEll[0] = sample.hEll ?? Number.NaN;
  values.hRel[0] = sample.hRel ?? Number.NaN;
  values.hAgl[0] = sample.hAgl ?? Number.NaN;
  values.vH[0] = sample.speed ?? Number.NaN;
  values.batPct[0] = sample.battery ?? Number.NaN;
  values.phase[0] = sample.phase === null ? Number.NaN : flightPhases.indexOf(sample.phase);
  values.fix[0] = sample.fix === null ? Number.NaN : positionFixes.indexOf(sample.fix);
  values.sats[0] = sample.sats ?? Number.NaN;
}

/** The median pause between samples, ms. */
function getUsualPeriod({ chunks }: StoredTrack): number {
  const gaps = chunks.flatMap(({ columns: { dt }, count }) =>
    Array.from({ length: Math.max(0, count - 1) }, (_, i) => (dt[i + 1] ?? 0) - (dt[i] ?? 0)),
  );
  return gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? Number.NaN;
}
