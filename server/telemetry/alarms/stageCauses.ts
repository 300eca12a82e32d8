import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import { createToldCauses, hasIdentity } from "./causes.ts";
import { changes, createCauseTimers, verdicts } from "./causeTimers.ts";
import { type DroneRule, droneRules } from "./droneRules.ts";
import { type FlightFacts, toDegrees } from "./flightFacts.ts";
import { type ActiveRules, alarmKinds, toPriority } from "./ruleSet.ts";
import type { AlarmSignal, AlarmSink } from "./signals.ts";

/** A rule with its place among all. */
export interface ListedRule {
  readonly kind: AlarmKind;
  readonly index: number;
  readonly rule: DroneRule<AlarmKind>;
}

// Seam: each rule is called with the thresholds of its own kind, which a list over all kinds cannot say.
const listedRules = alarmKinds
  .filter((kind) => droneRules[kind] !== undefined)
  .map((kind, index) => ({ kind, index, rule: droneRules[kind] })) as unknown as readonly ListedRule[];
export const timeRules = listedRules.filter(({ rule }) => rule.changesWithTime);
export const sampleRules = listedRules.filter(({ rule }) => !rule.changesWithTime);
const ruleCount = listedRules.length;

const switchedOff = { rank: 0, onDelayMs: 0, offDelayMs: 0 };

/** Tells the sink what begins and ends, with the drone's place. */
export function createSignals(facts: FlightFacts, sink: AlarmSink) {
  return {
    raise: (
      slot: number,
      kind: AlarmKind,
      rank: number,
      zoneId: string | null,
      values: AlarmSignal["values"],
      at: number,
    ) =>
      sink.raise(
        {
          kind,
          priority: toPriority(rank),
          slot,
          droneSn: facts.droneSn[slot] ?? "",
          hangarId: null,
          zoneId,
          lng: toDegrees(facts.values.lon[slot]),
          lat: toDegrees(facts.values.lat[slot]),
          values,
        },
        at,
      ),
    clear: (slot: number, kind: AlarmKind, zoneId: string | null, at: number) =>
      sink.clear({ kind, droneSn: facts.droneSn[slot] ?? "", hangarId: null, zoneId }, at),
  };
}

/** What the rules find of each drone, with its delays. */
export function createCauses(
  facts: FlightFacts,
  { raise, clear }: ReturnType<typeof createSignals>,
  getFence: (slot: number) => { readonly id: string } | null,
) {
  const timers = createCauseTimers(ruleCount);
  const told = createToldCauses();
  const proximityIndex = listedRules.findIndex(({ kind }) => kind === "proximity");
  /** The fence that was raised, which is not the nearest one for ever. */
  const raisedFence: (string | null)[] = [];

  /** The fence that an alarm of this kind is about; null for all other kinds. */
  const toZoneId = (slot: number, kind: AlarmKind, isRaised: boolean): string | null => {
    if (kind !== "fenceExit") return null;
    if (isRaised) raisedFence[slot] ??= getFence(slot)?.id ?? null;
    return raisedFence[slot] ?? null;
  };

  const end = (slot: number, kind: AlarmKind, at: number) => {
    clear(slot, kind, toZoneId(slot, kind, false), at);
    if (kind === "fenceExit") raisedFence[slot] = null;
  };
  /** Tells that a cause holds; where it did before, only what is new of it. */
  const tell = (
    slot: number,
    { kind, index, rule }: ListedRule,
    active: ActiveRules,
    now: number,
    isNews: boolean,
  ) => {
    const cause = slot * ruleCount + index;
    const values = rule.describe(facts, slot, active[kind]?.thresholds ?? {});
    const isNewCause = told.note(cause, kind, values);
    if (isNews || isNewCause)
      raise(slot, kind, timers.getRank(cause), toZoneId(slot, kind, true), values, now);
  };

  return {
    open: (slot: number) => timers.reach((slot + 1) * ruleCount - 1),
    isWaiting: (slot: number, { index }: ListedRule) => timers.isWaiting(slot * ruleCount + index),
    isTooNear: (slot: number) => timers.getRank(slot * ruleCount + proximityIndex) > 0,
    judge: (slot: number, listed: ListedRule, active: ActiveRules, now: number) => {
      const { kind, index, rule } = listed;
      const cause = slot * ruleCount + index;
      const setting = active[kind];
      const rank = timers.getRank(cause);
      let verdict: number = verdicts.clear;
      if (setting && (facts.inAir[slot] === 1 || rule.appliesOnGround))
        verdict = rule.judge(facts, slot, setting.thresholds, now, timers.getShift(cause));
      if (verdict === verdicts.clear && rank === 0) {
        timers.reset(cause);
        return;
      }
      const needsSample = setting !== null && !rule.followsRecord;
      const heardAt = needsSample ? (facts.heardAt[slot] ?? Number.NaN) : now;
      const change = timers.step(cause, verdict, setting ?? switchedOff, now, heardAt);
      const isOver = verdict === verdicts.clear || verdict === verdicts.hold;
      if (change === changes.cleared) {
        told.forget(cause);
        end(slot, kind, now);
      } else if (change === changes.raised || (rank > 0 && !isOver && hasIdentity(kind)))
        tell(slot, listed, active, now, change === changes.raised);
    },
    close: (slot: number, at: number) => {
      for (const { kind, index } of listedRules) {
        const cause = slot * ruleCount + index;
        if (timers.getRank(cause) > 0) end(slot, kind, at);
        told.forget(cause);
        timers.reset(cause);
      }
    },
  };
}
