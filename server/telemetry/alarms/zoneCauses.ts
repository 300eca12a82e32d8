import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import { changes, verdicts } from "./causeTimers.ts";
import type { FlightFacts } from "./flightFacts.ts";
import type { ActiveRule, ActiveRules } from "./ruleSet.ts";
import type { AlarmSignal } from "./signals.ts";
import { describeHeight } from "./zoneHeights.ts";
import type { createZonePairs } from "./zonePairs.ts";
import { type createZoneTable, kindByZone, type NumberedZone } from "./zoneTable.ts";

const { clear } = verdicts;

/** What is raised of a rule that was switched off ends at once. */
const switchedOff = { rank: 0, onDelayMs: 0, offDelayMs: 0 };

/** Tells that a cause in a zone began, changed its priority, or ended. */
export type ZoneCauseListener = (
  slot: number,
  kind: AlarmKind,
  rank: number,
  zone: NumberedZone,
  at: number,
  describe: () => AlarmSignal["values"],
) => void;

export interface ZoneCauses {
  /** Steps both causes of a pair by what was judged of them last. */
  readonly step: (slot: number, pair: number, zone: NumberedZone, rules: ActiveRules, at: number) => void;
  /** Removes the pairs of a slot that should not stay, and clears what they have raised. */
  readonly clear: (slot: number, at: number, shouldStay: (pair: number) => boolean) => void;
}

/** What the rules of zones find, with its delays. */
export function createZoneCauses(
  facts: FlightFacts,
  { columns, breach, approach, retain }: ReturnType<typeof createZonePairs>,
  getTable: () => ReturnType<typeof createZoneTable>,
  listener: ZoneCauseListener,
): ZoneCauses {
  const stepCause = (
    slot: number,
    pair: number,
    zone: NumberedZone,
    kind: AlarmKind,
    verdict: number,
    rule: ActiveRule | null,
    at: number,
  ) => {
    const timers = kind === "approaching" ? approach : breach;
    // That a rule or a zone is no longer in force, no sample needs to tell.
    const isInForce = rule !== null && getTable().isInForce(zone.n, at);
    const heardAt = isInForce ? (facts.heardAt[slot] ?? Number.NaN) : at;
    const change = timers.step(pair, rule ? verdict : clear, rule ?? switchedOff, at, heardAt);
    if (change === changes.none) return;
    const distance = columns.distance[pair] ?? Number.NaN;
    listener(slot, kind, timers.getRank(pair), zone, at, () => ({
      zoneName: zone.name,
      ...(Number.isNaN(distance) ? {} : { distanceM: Math.round(distance * 10) / 10 }),
      ...describeHeight(facts, slot, zone),
    }));
  };
  return {
    step: (slot, pair, zone, rules, at) => {
      const mayRaise = facts.inAir[slot] === 1 && getTable().isInForce(zone.n, at);
      const verdict = mayRaise ? (columns.verdict[pair] ?? clear) : clear;
      const kind = kindByZone[zone.kind];
      stepCause(slot, pair, zone, kind, verdict, rules[kind], at);
      if (!isBreach(zone)) return;
      const approachVerdict = mayRaise ? (columns.approachVerdict[pair] ?? clear) : clear;
      stepCause(slot, pair, zone, "approaching", approachVerdict, rules.approaching, at);
    },
    clear: (slot, at, shouldStay) =>
      retain(slot, (pair) => {
        if (shouldStay(pair)) return true;
        const zone = getTable().get(columns.zone[pair] ?? -1)?.zone;
        if (zone && breach.getRank(pair) > 0) listener(slot, kindByZone[zone.kind], 0, zone, at, () => ({}));
        if (zone && approach.getRank(pair) > 0) listener(slot, "approaching", 0, zone, at, () => ({}));
        return false;
      }),
  };
}

/** Whether flying in a zone is forbidden; its approach is an alarm too. */
export const isBreach = ({ kind }: NumberedZone): boolean => kind === "noFly" || kind === "temporary";
