import type { Thresholds } from "../../../adapters/contract/alarmThresholds.ts";
import type { IndexedZone } from "../../zones/zoneIndex.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { verdicts } from "./causeTimers.ts";
import type { FlightFacts } from "./flightFacts.ts";
import type { ActiveRules } from "./ruleSet.ts";
import { createZoneCauses, isBreach, type ZoneCauseListener } from "./zoneCauses.ts";
import { isAtHeight, isHeightKnown } from "./zoneHeights.ts";
import { createZonePairs } from "./zonePairs.ts";
import { createSegmentReader, isFar } from "./zoneSegment.ts";
import { createZoneTable, kindByZone, type NumberedZone, type RuleZone } from "./zoneTable.ts";

const { clear, hold } = verdicts;
const atPriority = 0;

/** Zones are looked up again once the drone is so far from where they were. */
const refreshM = 1_000;
/** An approach is seen from at most this far: what remains of the look-up when it is due again. */
const reachM = 2_000;
/** Share of the newest measurement in the speed towards a boundary; a fix is some metres off. */
const closingShare = 0.3;
const minClosingMs = 1;
/** Metres beyond floor and ceiling from which an approach counts. */
const approachMarginM = 10;
const fallbackClearM = 10;

export interface ZoneRules {
  /** Judges the newest sample of a slot. */
  readonly update: (slot: number, rules: ActiveRules, companyId: string | null, at: number) => void;
  /** Lets delays end between samples. */
  readonly tick: (slot: number, rules: ActiveRules, at: number) => void;
  readonly close: (slot: number, at: number) => void;
  readonly setZones: (zones: readonly RuleZone[], slots: Uint32Array, count: number, now: number) => void;
  readonly advance: (now: number) => void;
  /** The fence that the drone is nearest to leaving, or has left; null where none applies. */
  readonly getFence: (slot: number) => NumberedZone | null;
}

export function createZoneRules(
  slotColumns: SlotColumns,
  facts: FlightFacts,
  listener: ZoneCauseListener,
): ZoneRules {
  const pairs = createZonePairs(slotColumns);
  const { columns } = pairs;
  const fences: (NumberedZone | null)[] = [];
  const segments = createSegmentReader(slotColumns, facts);
  const { segment } = segments;
  const context: PairContext = { facts, columns, segment };
  let table = createZoneTable([], 0);
  const causes = createZoneCauses(facts, pairs, () => table, listener);

  /** Puts the pairs of a slot up with the zones around it; those raised stay, however far away. */
  const refresh = (slot: number, companyId: string | null) => {
    segments.anchor(slot);
    const near = table.index.findNearPoint(segment.lon, segment.lat, refreshM + reachM);
    const isNear = (n: number) => near.some(({ zone }) => zone.n === n);
    pairs.retain(slot, (pair) => !pairs.isIdle(pair) || isNear(columns.zone[pair] ?? -1));
    for (const { zone } of near)
      if ((zone.companyId === null || zone.companyId === companyId) && pairs.find(slot, zone.n) < 0)
        pairs.add(slot, zone.n);
  };

  return {
    getFence: (slot) => fences[slot] ?? null,
    advance: (now) => table.advance(now),
    update: (slot, rules, companyId, at) => {
      if (!segments.read(slot, at)) return;
      if (segments.isAway(slot, refreshM)) refresh(slot, companyId);
      const { approaching } = rules;
      const nearM = Math.min(reachM, getHorizonM(rules, segment.speed));
      let fenceM = Number.NaN;
      for (let pair = pairs.first(slot); pair >= 0; pair = columns.next[pair] ?? -1) {
        const found = table.get(columns.zone[pair] ?? -1);
        if (!found) continue;
        const { zone, geometry } = found;
        if (isFar(segment, geometry.bounds, nearM) && pairs.isIdle(pair)) {
          pairs.forgetPlace(pair);
          continue;
        }
        const before = columns.distance[pair] ?? Number.NaN;
        columns.distance[pair] = geometry.signedDistance(segment.lon, segment.lat);
        if (zone.kind === "fence") {
          const isWatched = facts.inAir[slot] === 1 && table.isInForce(zone.n, at);
          const outside = isWatched ? measureFence(context, slot, pair, zone) : Number.NaN;
          if (!(fenceM <= outside) && !Number.isNaN(outside)) {
            fenceM = outside;
            fences[slot] = zone;
          }
          continue;
        }
        columns.verdict[pair] = judgeInside(context, slot, pair, found, rules);
        if (approaching && isBreach(zone))
          columns.approachVerdict[pair] = judgeApproach(
            context,
            slot,
            pair,
            zone,
            approaching.thresholds,
            before,
          );
        causes.step(slot, pair, zone, rules, at);
      }
      facts.fenceM[slot] = fenceM;
    },
    tick: (slot, rules, at) => {
      for (let pair = pairs.first(slot); pair >= 0; pair = columns.next[pair] ?? -1) {
        const found = table.get(columns.zone[pair] ?? -1);
        if (found && found.zone.kind !== "fence" && !pairs.isIdle(pair))
          causes.step(slot, pair, found.zone, rules, at);
      }
    },
    close: (slot, at) => {
      causes.clear(slot, at, () => false);
      segments.forget(slot);
      fences[slot] = null;
    },
    setZones: (zones, slots, count, now) => {
      const next = createZoneTable(zones, now);
      for (let i = 0; i < count; i++) {
        const slot = slots[i] ?? 0;
        const toNext = (pair: number) => findSame(next, table.get(columns.zone[pair] ?? -1)?.zone);
        causes.clear(slot, now, (pair) => toNext(pair) !== undefined);
        for (let pair = pairs.first(slot); pair >= 0; pair = columns.next[pair] ?? -1) {
          columns.zone[pair] = toNext(pair) ?? -1;
          const wasAtHeight = columns.wasAtHeight[pair] ?? 0;
          pairs.forgetPlace(pair);
          // Whether it had left its work area by its height is not undone by saving a zone.
          if (columns.isBound[pair] === 1) columns.wasAtHeight[pair] = wasAtHeight;
        }
        segments.dropAnchor(slot);
        facts.fenceM[slot] = Number.NaN;
      }
      table = next;
    },
  };
}

/** Number of a zone in the next table; undefined where it is not there, or of another kind or company: another rule's then. */
function findSame(next: ReturnType<typeof createZoneTable>, zone: NumberedZone | undefined) {
  const n = zone && next.find(zone.id);
  const found = n === undefined ? undefined : next.get(n)?.zone;
  return found?.kind === zone?.kind && found?.companyId === zone?.companyId ? n : undefined;
}

/** What the judging of one pair of slot and zone reads, and notes for the next sample. */
interface PairContext {
  readonly facts: FlightFacts;
  readonly columns: ReturnType<typeof createZonePairs>["columns"];
  readonly segment: ReturnType<typeof createSegmentReader>["segment"];
}

/** Whether this step passed through the zone, though it may not end in it. */
function hasCrossed(
  { columns, segment }: PairContext,
  pair: number,
  { geometry }: IndexedZone<NumberedZone>,
  isAtItsHeight: boolean,
): boolean {
  if (Number.isNaN(segment.seconds)) return false;
  if (!isAtItsHeight && columns.wasAtHeight[pair] !== 1) return false;
  return geometry.touchesSegment(segment.fromLon, segment.fromLat, segment.lon, segment.lat);
}

/** What the rule of a zone's kind says; notes what the next sample needs to know of this one. */
function judgeInside(
  context: PairContext,
  slot: number,
  pair: number,
  found: IndexedZone<NumberedZone>,
  rules: ActiveRules,
): number {
  const { facts, columns } = context;
  const { zone } = found;
  const isWithin = (columns.distance[pair] ?? Number.NaN) <= 0;
  const isAtItsHeight = isAtHeight(facts, slot, zone, 0);
  const isInside = isWithin && isAtItsHeight;
  const crossed = !isInside && isBreach(zone) && hasCrossed(context, pair, found, isAtItsHeight);
  columns.wasAtHeight[pair] = isAtItsHeight ? 1 : 0;
  if (isInside) columns.samplesInside[pair] = Math.min(255, (columns.samplesInside[pair] ?? 0) + 1);
  if (crossed || (isInside && (columns.samplesInside[pair] ?? 0) >= getMinSamples(zone, rules)))
    return atPriority;
  const clearM = getClearM(zone, rules);
  if (isInside) return hold;
  if ((columns.distance[pair] ?? Number.NaN) < clearM && isAtHeight(facts, slot, zone, clearM)) return hold;
  columns.samplesInside[pair] = 0;
  return clear;
}

/** @param before metres to the zone at the sample before */
function judgeApproach(
  { facts, columns, segment }: PairContext,
  slot: number,
  pair: number,
  zone: NumberedZone,
  thresholds: Thresholds<"approaching">,
  before: number,
): number {
  const distance = columns.distance[pair] ?? Number.NaN;
  const measured = (before - distance) / segment.seconds;
  const closing = columns.closing[pair] ?? Number.NaN;
  if (Number.isNaN(measured)) columns.closing[pair] = Number.NaN;
  else
    columns.closing[pair] = Number.isNaN(closing)
      ? closingShare * measured
      : closing + closingShare * (measured - closing);
  // Inside, another rule says more.
  if (distance <= 0 || !isAtHeight(facts, slot, zone, approachMarginM)) return clear;
  const speed = columns.closing[pair] ?? Number.NaN;
  const seconds = speed >= minClosingMs ? distance / speed : Number.POSITIVE_INFINITY;
  const { timeS, distanceM, clearTimeS, clearDistanceM } = thresholds;
  if (seconds < timeS || (distance < distanceM && speed >= minClosingMs)) return atPriority;
  return seconds > clearTimeS && distance > clearDistanceM ? clear : hold;
}

/** Metres outside a fence that the drone has been in; NaN where it has not been in it. */
function measureFence(
  { facts, columns }: PairContext,
  slot: number,
  pair: number,
  zone: NumberedZone,
): number {
  const distance = columns.distance[pair] ?? Number.NaN;
  // A drone that was above its fence has not come back because its height is not known any more.
  const isAtItsHeight =
    isAtHeight(facts, slot, zone, 0) &&
    (columns.isBound[pair] !== 1 || columns.wasAtHeight[pair] === 1 || isHeightKnown(facts, slot, zone));
  columns.wasAtHeight[pair] = isAtItsHeight ? 1 : 0;
  if (distance <= 0 && isAtItsHeight) columns.isBound[pair] = 1;
  if (columns.isBound[pair] !== 1) return Number.NaN;
  return isAtItsHeight ? distance : Math.max(distance, 1);
}

/** Metres from which a zone may matter to a drone of this speed, m/s. */
const getHorizonM = ({ approaching }: ActiveRules, speed: number): number =>
  approaching
    ? Math.max(approaching.thresholds.clearDistanceM, speed * 1.5 * approaching.thresholds.clearTimeS)
    : fallbackClearM;

function getMinSamples({ kind }: NumberedZone, { noFlyBreach, temporaryBreach }: ActiveRules): number {
  if (kind === "noFly") return noFlyBreach?.thresholds.samples ?? 1;
  return kind === "temporary" ? (temporaryBreach?.thresholds.samples ?? 1) : 1;
}

function getClearM({ kind }: NumberedZone, rules: ActiveRules): number {
  const rule = rules[kindByZone[kind]];
  return rule && "clearM" in rule.thresholds ? rule.thresholds.clearM : fallbackClearM;
}
