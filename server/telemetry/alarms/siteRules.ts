import type { AlarmKind } from "../../../adapters/contract/alarm.ts";
import type { HangarRecord } from "../../db/schema/hangar.ts";
import { createToldCauses, hasIdentity, reasonSeparator, type ToldCauses } from "./causes.ts";
import { type CauseTimers, changes, createCauseTimers, verdicts } from "./causeTimers.ts";
import { type ActiveRule, type RuleSet, toPriority } from "./ruleSet.ts";
import type { AlarmSignal, AlarmSink } from "./signals.ts";

const { clear, hold } = verdicts;
const atPriority = 0;

/** What the rules read of a hangar. */
export type RuleHangar = Pick<
  HangarRecord,
  "id" | "companyId" | "status" | "cover" | "windSpeed" | "rainfall" | "lng" | "lat"
>;

/** Whether somebody is there for what flies and for the alarms of priority 1 that wait. */
export interface DutyFacts {
  /** `idle`: nobody is, and nothing asks for it. */
  readonly state: "attended" | "unattended" | "idle";
  /** Flights that nobody attends to. */
  readonly flying: number;
  /** Names of their companies, where desks leave out some: none where it is everybody's; null while they are read. */
  readonly companies: readonly string[] | null;
}

/** Rules over what is no flight: hangars, tasks that have ended, and whether anybody is on duty. */
export interface SiteRules {
  /** Those that are in trouble, or have been a moment ago. */
  readonly listTroubled: () => readonly string[];
  /** Whether a hangar was silent when it was judged last. */
  readonly isHangarSilent: (id: string) => boolean;
  /** Judges the hangars that are in trouble or have an alarm, with those of `listTroubled`; the others are well. */
  readonly updateHangars: (troubled: readonly RuleHangar[], rules: RuleSet, now: number) => void;
  readonly updateDuty: (duty: DutyFacts, rules: RuleSet, now: number) => void;
  /** Tells that a task has failed. Only closing the alarm by hand ends it. */
  readonly failTask: (
    place: Pick<AlarmSignal, "slot" | "droneSn" | "lng" | "lat">,
    companyId: string,
    reason: string,
    rules: RuleSet,
    now: number,
  ) => void;
}

interface KnownHangar {
  record: RuleHangar;
  readonly timers: CauseTimers;
  readonly told: ToldCauses;
}

const hangarKinds = ["hangarFault", "weather"] as const;
const switchedOff = { rank: 0, onDelayMs: 0, offDelayMs: 0 };

export function createSiteRules(sink: AlarmSink): SiteRules {
  const known = new Map<string, KnownHangar>();
  const silent = new Set<string>();
  const duty = createCauseTimers(1);
  const toldOfDuty = createToldCauses();
  /** Whether it was told of everything, not of some companies; null before it is. */
  let toldOfAll: boolean | null = null;
  const none = { slot: null, droneSn: "", hangarId: null, zoneId: null, lng: null, lat: null };

  const stepHangar = (
    { record, timers, told }: KnownHangar,
    isTroubled: boolean,
    rules: RuleSet,
    now: number,
  ) => {
    const active = rules.resolve(record.companyId, "");
    hangarKinds.forEach((kind, cause) => {
      const rule = active[kind];
      const verdict = rule && isTroubled ? judgeHangar(record, kind, active) : clear;
      const change = timers.step(cause, verdict, rule ?? switchedOff, now, now);
      if (change === changes.cleared) {
        told.forget(cause);
        sink.clear({ ...none, kind, hangarId: record.id }, now);
      }
      const isRaised = change === changes.raised;
      const mayBeNews = timers.getRank(cause) > 0 && verdict === atPriority && hasIdentity(kind);
      if (!isRaised && !mayBeNews) return;
      const values = describeHangar(record, kind);
      const isNewCause = told.note(cause, kind, values);
      if (!isRaised && !isNewCause) return;
      const priority = toPriority(timers.getRank(cause));
      const { lng, lat } = record;
      sink.raise({ ...none, kind, priority, hangarId: record.id, lng, lat, values }, now);
    });
  };

  return {
    listTroubled: () => [...known.keys()],
    isHangarSilent: (id) => silent.has(id),
    updateHangars: (troubled, rules, now) => {
      const ids = new Set(troubled.map(({ id }) => id));
      silent.clear();
      for (const record of troubled) {
        const hangar = known.get(record.id) ?? {
          record,
          timers: createCauseTimers(hangarKinds.length),
          told: createToldCauses(),
        };
        hangar.record = record;
        if (record.status === "offline") silent.add(record.id);
        known.set(record.id, hangar);
      }
      for (const [id, hangar] of known) {
        stepHangar(hangar, ids.has(id), rules, now);
        const isIdle = hangarKinds.every(
          (_, cause) => hangar.timers.getRank(cause) === 0 && !hangar.timers.isWaiting(cause),
        );
        if (isIdle) known.delete(id);
      }
    },
    updateDuty: ({ state, flying, companies }, rules, now) => {
      const kind = "unattended";
      const rule = rules.resolve(null, "")[kind];
      const verdict = state === "attended" ? clear : state === "unattended" ? atPriority : hold;
      const change = duty.step(0, rule ? verdict : clear, rule ?? switchedOff, now, now);
      if (change === changes.cleared) {
        toldOfDuty.forget(0);
        toldOfAll = null;
        sink.clear({ ...none, kind }, now);
      }
      const isRaised = change === changes.raised;
      if (!isRaised && (duty.getRank(0) === 0 || verdict !== atPriority)) return;
      if (!isRaised && companies === null) return;
      const values = describeDuty(flying, companies ?? []);
      const isAll = values["companies"] === undefined;
      // From some to everything and back is told each time: what was acknowledged was less, or another thing.
      const isTurn = toldOfAll !== null && toldOfAll !== isAll;
      toldOfAll = isAll;
      const isNewCause = toldOfDuty.note(0, kind, values);
      if (isRaised || isNewCause || isTurn)
        sink.raise({ ...none, kind, priority: toPriority(duty.getRank(0)), values }, now);
    },
    failTask: (place, companyId, reason, rules, now) => {
      const rule = rules.resolve(companyId, place.droneSn).taskFailed;
      if (!rule) return;
      const values = reason ? { reason } : {};
      const priority = toPriority(rule.rank);
      sink.raise({ ...none, ...place, kind: "taskFailed", priority, values }, now);
    },
  };
}

function judgeHangar(
  { status, cover, windSpeed, rainfall }: RuleHangar,
  kind: (typeof hangarKinds)[number],
  { weather }: { readonly weather: ActiveRule<"weather"> | null },
): number {
  // A silent hangar tells nothing: what it said last may have changed.
  if (status === "offline") return hold;
  if (kind === "hangarFault") return status === "fault" || cover === "fault" ? atPriority : clear;
  if (!weather) return clear;
  const { windMs, rainMmH, clearMs } = weather.thresholds;
  if (windSpeed > windMs || rainfall > rainMmH) return atPriority;
  return windSpeed > windMs - clearMs ? hold : clear;
}

const describeHangar = (
  { status, cover, windSpeed, rainfall }: RuleHangar,
  kind: AlarmKind,
): AlarmSignal["values"] =>
  kind === "weather"
    ? { windMs: windSpeed, rainMmH: rainfall }
    : { status, cover, reason: describeFault(status, cover) };

/** How many fly, and whose they are where somebody is there for others. */
const describeDuty = (flying: number, companies: readonly string[]): AlarmSignal["values"] =>
  companies.length === 0
    ? { flying }
    : { companies: companies.join(reasonSeparator), ...(flying > 0 ? { flying } : {}) };

/** What is broken, in words. */
const describeFault = (status: RuleHangar["status"], cover: RuleHangar["cover"]): string =>
  [cover === "fault" ? "舱盖故障" : "", status === "fault" ? "机场故障" : ""]
    .filter((part) => part !== "")
    .join(reasonSeparator);
