import type { ScreenRecord } from "../../db/schema/screen.ts";
import { type CauseTimers, changes, createCauseTimers, verdicts } from "./causeTimers.ts";
import { type ActiveRule, type ActiveRules, type RuleSet, toPriority } from "./ruleSet.ts";
import type { AlarmSignal, AlarmSink } from "./signals.ts";

/** A screen that is in use and has reported. */
export interface RuleScreen extends Pick<ScreenRecord, "id" | "name" | "difference" | "differences"> {
  readonly reportedAt: Date;
}

/** Rules over the screens of the control room. */
export interface ScreenRules {
  /**
   * Judges all screens that are in use; those that are not among them are over.
   * @param alarmed ids of those that are lost by an alarm
   */
  readonly update: (
    screens: readonly RuleScreen[],
    alarmed: readonly string[],
    rules: RuleSet,
    now: number,
  ) => void;
}

interface KnownScreen {
  readonly record: RuleScreen;
  /** Since when its reports would have been seen, UTC ms. */
  readonly watchedSince: number;
  readonly timers: CauseTimers;
}

/** What a rule says of a cause of a screen. */
interface ScreenVerdict extends Pick<AlarmSignal, "kind" | "values" | "smsTo"> {
  readonly cause: number;
  readonly verdict: number;
  /** Null where it is switched off, or the screen is not in use any more. */
  readonly rule: ActiveRule | null;
}

/** After a longer gap the screens may have had nobody to report to: they get their time again. */
const gapMs = 30_000;
const atPriority = 0;
/** Causes of a screen. */
const [silent, differing] = [0, 1];
/** One report may have met a change; the second says that it stays. */
const lastingReports = 2;
const switchedOff = { rank: 0, onDelayMs: 0, offDelayMs: 0 };

export function createScreenRules(sink: AlarmSink): ScreenRules {
  const known = new Map<string, KnownScreen>();
  let updatedAt = Number.NaN;
  const place = { droneSn: "", hangarId: null, zoneId: null };

  /** Raises or clears one cause of a screen by what a rule says of it. */
  const step = (
    { record: { id, name }, timers }: KnownScreen,
    { cause, kind, verdict, rule, values, smsTo }: ScreenVerdict,
    now: number,
  ) => {
    const change = timers.step(cause, rule ? verdict : verdicts.clear, rule ?? switchedOff, now, now);
    const line = { id, name, companyId: null };
    if (change === changes.cleared) sink.clear({ ...place, kind, line }, now);
    if (change !== changes.raised) return;
    const priority = toPriority(timers.getRank(cause));
    const signal = { ...place, kind, priority, slot: null, lng: null, lat: null, line, values };
    sink.raise(smsTo ? { ...signal, smsTo } : signal, now);
  };

  const judge = (screen: KnownScreen, rules: ActiveRules | null, now: number) => {
    const { record, watchedSince } = screen;
    const { reportedAt, difference, differences } = record;
    const lost = rules?.screenLost ?? null;
    const heardAt = Math.max(reportedAt.getTime(), watchedSince);
    const isSilent = lost !== null && now - heardAt > lost.thresholds.silentS * 1_000;
    step(
      screen,
      {
        cause: silent,
        kind: "screenLost",
        verdict: isSilent ? atPriority : verdicts.clear,
        rule: lost,
        values: { heardAt: reportedAt.toISOString() },
        ...(lost?.thresholds.sms === 1 && { smsTo: "maintainer" as const }),
      },
      now,
    );
    step(
      screen,
      {
        cause: differing,
        kind: "screenDiffers",
        verdict:
          differences >= lastingReports ? atPriority : differences === 0 ? verdicts.clear : verdicts.hold,
        rule: rules?.screenDiffers ?? null,
        values: { difference },
      },
      now,
    );
  };

  return {
    update: (screens, alarmed, rules, now) => {
      const active = rules.resolve(null, "");
      const isGap = !(now - updatedAt <= gapMs);
      updatedAt = now;
      const ids = new Set(screens.map(({ id }) => id));
      for (const record of screens) {
        const isAlarmed = alarmed.includes(record.id);
        const { watchedSince = isAlarmed ? Number.NEGATIVE_INFINITY : now, timers = createCauseTimers(2) } =
          known.get(record.id) ?? {};
        known.set(record.id, { record, timers, watchedSince: isGap && !isAlarmed ? now : watchedSince });
      }
      for (const [id, screen] of known) {
        const isInUse = ids.has(id);
        judge(screen, isInUse ? active : null, now);
        if (!isInUse) known.delete(id);
      }
    },
  };
}
