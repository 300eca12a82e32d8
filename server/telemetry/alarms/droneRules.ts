import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import type { Thresholds } from "../../../adapters/contract/alarmThresholds.ts";
import { frameAlarms } from "../../../adapters/contract/fleetFrame.ts";
import { verdicts } from "./causeTimers.ts";
import { type FlightFacts, isComingDown, linkCodes, phaseCodes } from "./flightFacts.ts";
import { describeHealth } from "./healthCodes.ts";
import type { AlarmSignal } from "./signals.ts";
import { findHeight, getAgl } from "./zoneHeights.ts";

const { clear, hold } = verdicts;
/** The cause holds with the rule's priority, or by so much less urgent. */
const [atPriority, oneMoreUrgent, oneLess, twoLess] = [0, -1, 1, 2];

type Values = AlarmSignal["values"];

/** A rule over the columns of one flight. */
export interface DroneRule<K extends AlarmKind> {
  /** Whether time alone can change it, not only a sample. */
  readonly changesWithTime?: true;
  /** Whether a record decides, such as a permit: then its end needs no sample. */
  readonly followsRecord?: true;
  /** Whether it also applies on the ground. */
  readonly appliesOnGround?: true;
  /**
   * One of `verdicts`, or how much less urgent than its rule the cause is. Pure: it writes nothing.
   * @param shift how much less urgent than its rule it is raised now; NaN where it is not
   */
  readonly judge: (
    facts: FlightFacts,
    slot: number,
    thresholds: Thresholds<K>,
    now: number,
    shift: number,
  ) => number;
  /** What was measured, for the signal. */
  readonly describe: (facts: FlightFacts, slot: number, thresholds: Thresholds<K>) => Values;
}

const at = (column: Float64Array | Uint8Array | Uint32Array, slot: number): number =>
  column[slot] ?? Number.NaN;
const round = (value: number) => Math.round(value * 10) / 10;

/** Highest flight over the ground that needs no permit, or that the permit allows. */
const getCeiling = (facts: FlightFacts, slot: number, { microM, limitM }: Thresholds<"tooHigh">): number => {
  const permitted = at(facts.permitCeiling, slot);
  if (!Number.isNaN(permitted)) return permitted;
  return facts.isMicro[slot] === 1 ? microM : limitM;
};

/** The rules over one flight each, without zones. A value that a sample leaves out shows neither that a cause begins nor that it is over. */
export const droneRules: { readonly [K in AlarmKind]?: DroneRule<K> } = {
  fenceExit: {
    judge: ({ fenceM }, slot, { clearM }) => {
      const metres = at(fenceM, slot);
      if (metres > 0) return atPriority;
      return metres > -clearM ? hold : clear;
    },
    describe: ({ fenceM }, slot) => ({ distanceM: round(at(fenceM, slot)) }),
  },
  tooHigh: {
    judge: (facts, slot, thresholds, _now, shift) => {
      const ceiling = getCeiling(facts, slot, thresholds);
      const agl = getAgl(facts, slot);
      const isKnown = !Number.isNaN(agl);
      // That the ground is far below, the height over the take-off point does not take back.
      if (!isKnown && shift === atPriority) return hold;
      const limit = isKnown ? ceiling : ceiling - thresholds.unknownMarginM;
      const height = isKnown ? agl : at(facts.values.hRel, slot);
      if (height > limit) return isKnown ? atPriority : oneLess;
      return height <= limit - thresholds.clearM ? clear : hold;
    },
    describe: (facts, slot, thresholds) => {
      const { heightM, heightBasis } = findHeight(facts, slot);
      const isKnown = !Number.isNaN(getAgl(facts, slot));
      const ceiling = getCeiling(facts, slot, thresholds);
      return {
        heightM: round(heightM),
        heightBasis,
        limitM: isKnown ? ceiling : ceiling - thresholds.unknownMarginM,
      };
    },
  },
  outsidePermit: {
    changesWithTime: true,
    followsRecord: true,
    judge: ({ permitFrom, permitTo }, slot, _thresholds, now) =>
      now < at(permitFrom, slot) || now > at(permitTo, slot) ? atPriority : clear,
    describe: ({ permitFrom, permitTo }, slot) => {
      const [from, to] = [at(permitFrom, slot), at(permitTo, slot)];
      return {
        ...(Number.isFinite(from) ? { permitFrom: new Date(from).toISOString() } : {}),
        ...(Number.isFinite(to) ? { permitTo: new Date(to).toISOString() } : {}),
      };
    },
  },
  noPermit: {
    followsRecord: true,
    judge: ({ lacksPermit }, slot) => (lacksPermit[slot] === 1 ? atPriority : clear),
    describe: () => ({}),
  },
  lost: {
    changesWithTime: true,
    judge: ({ columns, lostSince }, slot, { urgentAfterS }, now) => {
      const link = at(columns.link, slot);
      if (link >= linkCodes.lost)
        return now - at(lostSince, slot) >= urgentAfterS * 1_000 ? oneMoreUrgent : atPriority;
      return link === linkCodes.fresh ? clear : hold;
    },
    describe: (facts, slot) => ({
      ...toKnown({ batPct: at(facts.values.batPct, slot) }),
      ...describeSilence(facts, slot),
    }),
  },
  delayed: {
    changesWithTime: true,
    judge: ({ columns }, slot) => {
      const link = at(columns.link, slot);
      // What is lost is said by a rule of its own.
      return link === linkCodes.delayed ? atPriority : link === linkCodes.fresh ? clear : hold;
    },
    describe: describeSilence,
  },
  batteryLow: {
    judge: (facts, slot, { pct, clearPct }) => {
      const battery = at(facts.values.batPct, slot);
      if (isComingDown(facts, slot)) return clear;
      if (battery <= pct) return atPriority;
      return battery > pct + clearPct ? clear : hold;
    },
    describe: ({ values }, slot, { pct }) => ({ batPct: round(at(values.batPct, slot)), limitPct: pct }),
  },
  batteryCritical: {
    judge: ({ values }, slot, { pct, clearPct }) => {
      const battery = at(values.batPct, slot);
      const limit = getCriticalPct(values, slot, pct);
      if (battery <= limit) return atPriority;
      return battery > limit + clearPct ? clear : hold;
    },
    describe: ({ values }, slot, { pct }) => ({
      batPct: round(at(values.batPct, slot)),
      limitPct: getCriticalPct(values, slot, pct),
    }),
  },
  batteryReturn: {
    changesWithTime: true,
    judge: ({ values, shortSince }, slot, { marginPct, urgentAfterS, clearPct }, now) => {
      const battery = at(values.batPct, slot);
      const limit = at(values.rthPct, slot) + marginPct;
      // At the end of the way home the battery is what it is.
      if (at(values.phase, slot) === phaseCodes.landing) return clear;
      if (battery <= limit)
        return now - at(shortSince, slot) >= urgentAfterS * 1_000 ? oneMoreUrgent : atPriority;
      return battery > limit + clearPct ? clear : hold;
    },
    describe: ({ values }, slot) => ({
      batPct: round(at(values.batPct, slot)),
      rthPct: round(at(values.rthPct, slot)),
    }),
  },
  autoReturn: {
    judge: ({ values, modeReason }, slot) => {
      const reason = modeReason[slot];
      if (at(values.phase, slot) !== phaseCodes.returning) return endWithPhase(values, slot);
      return reason && !plannedReasons.has(reason) ? atPriority : hold;
    },
    describe: ({ modeReason }, slot) => ({ reason: modeReason[slot] ?? "" }),
  },
  forcedLanding: {
    judge: ({ values }, slot) =>
      at(values.phase, slot) === phaseCodes.forcedLanding ? atPriority : endWithPhase(values, slot),
    describe: ({ modeReason }, slot) => {
      const reason = modeReason[slot];
      return reason ? { reason } : {};
    },
  },
  traffic: {
    judge: ({ values }, slot, { urgentLevel, level }) => {
      const told = at(values.traffic, slot);
      if (told >= urgentLevel) return atPriority;
      if (told >= level) return twoLess;
      return told <= 0 ? clear : hold;
    },
    describe: ({ values }, slot) => ({ level: at(values.traffic, slot) }),
  },
  proximity: {
    changesWithTime: true,
    judge: ({ nearestM, silentSlot }, slot, { urgentM, distanceM, clearM }, _now, shift) => {
      const metres = at(nearestM, slot);
      if (metres < urgentM) return atPriority;
      // One that has fallen silent may be as near as before.
      if ((silentSlot[slot] ?? -1) >= 0 && !Number.isNaN(shift)) return hold;
      if (shift === atPriority && metres < urgentM + clearM) return hold;
      const isRaised = !Number.isNaN(shift);
      return metres < distanceM + (isRaised ? clearM : 0) ? oneLess : clear;
    },
    describe: ({ nearestM, nearestSlot, droneSn }, slot) => ({
      distanceM: round(at(nearestM, slot)),
      otherDroneSn: droneSn[nearestSlot[slot] ?? -1] ?? "",
    }),
  },
  offRoute: {
    judge: ({ values, routeOffset }, slot, { distanceM, clearM }) => {
      const metres = at(routeOffset, slot);
      if (metres > distanceM) return atPriority;
      return metres >= clearM ? hold : endWithPhase(values, slot);
    },
    describe: ({ routeOffset }, slot) => ({ distanceM: round(at(routeOffset, slot)) }),
  },
  // The fleet judges positions and keeps both up until they have been good for 10 s.
  positionLost: {
    changesWithTime: true,
    judge: ({ columns }, slot) =>
      ((columns.alarms[slot] ?? 0) & frameAlarms.positionLost) !== 0 ? atPriority : clear,
    describe: ({ values }, slot) => toKnown({ sats: at(values.sats, slot) }),
  },
  positionJump: {
    changesWithTime: true,
    judge: ({ columns }, slot) =>
      ((columns.alarms[slot] ?? 0) & frameAlarms.positionJump) !== 0 ? atPriority : clear,
    describe: () => ({}),
  },
  deviceHealth: {
    changesWithTime: true,
    appliesOnGround: true,
    judge: ({ health }, slot, { level }) => {
      const told = at(health, slot);
      return told >= level ? gravestLevel - told : clear;
    },
    describe: ({ health, healthCodes }, slot) => ({
      level: at(health, slot),
      codes: healthCodes[slot] ?? "",
      reason: describeHealth(healthCodes[slot] ?? ""),
    }),
  },
  taskStalled: {
    changesWithTime: true,
    judge: ({ values, progressSince }, slot, { afterS }, now) => {
      if (Number.isNaN(at(values.pct, slot)))
        return Number.isNaN(at(progressSince, slot)) ? endWithPhase(values, slot) : hold;
      return now - at(progressSince, slot) >= afterS * 1_000 ? atPriority : endWithPhase(values, slot);
    },
    describe: ({ progress }, slot) => ({ pct: round(at(progress, slot)) }),
  },
  weather: {
    judge: ({ values }, slot, { windMs, clearMs }) => {
      const wind = at(values.wind, slot);
      if (wind > windMs) return atPriority;
      return wind <= windMs - clearMs ? clear : hold;
    },
    describe: ({ values }, slot, { windMs }) => ({
      windMs: round(at(values.wind, slot)),
      limitMs: windMs,
    }),
  },
};

/** DJI's levels: 0 a notice, 1 a reminder, 2 a warning. */
const gravestLevel = 2;

/** Why a drone comes home that somebody wants home, or that is done. */
const plannedReasons: ReadonlySet<string> = new Set([
  "返航",
  "按要求返航",
  "遥控器按键请求",
  "App 请求",
  "返航取消",
]);

/** What ends with another phase does not end with an unknown one. */
const endWithPhase = ({ phase }: FlightFacts["values"], slot: number): number =>
  Number.isNaN(at(phase, slot)) ? hold : clear;

/** Since when nothing is heard. */
function describeSilence({ getLastAt }: FlightFacts, slot: number): Values {
  const heardAt = getLastAt(slot);
  return Number.isFinite(heardAt) ? { heardAt: new Date(heardAt).toISOString() } : {};
}

const getCriticalPct = ({ landPct }: FlightFacts["values"], slot: number, pct: number): number =>
  Math.max(pct, landPct[slot] || 0);

function toKnown(values: Readonly<Record<string, number>>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (Number.isNaN(value) ? [] : [[name, round(value)]])),
  );
}
