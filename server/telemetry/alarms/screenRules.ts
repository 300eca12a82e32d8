import type { ScreenRecord } from "../../db/schema/screen.ts";
import { type CauseTimers, changes, createCauseTimers, verdicts } from "./causeTimers.ts";
import { type ActiveRule, type RuleSet, toPriority } from "./ruleSet.ts";
import type { AlarmSink } from "./signals.ts";

/** A screen that is in use and has reported. */
export interface RuleScreen extends Pick<ScreenRecord, "id" | "name"> {
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

/** After a longer gap the screens may have had nobody to report to: they get their time again. */
const gapMs = 30_000;
const [atPriority, onlyCause] = [0, 0];
const kind = "screenLost";
const switchedOff = { rank: 0, onDelayMs: 0, offDelayMs: 0 };

export function createScreenRules(sink: AlarmSink): ScreenRules {
  const known = new Map<string, KnownScreen>();
  let updatedAt = Number.NaN;
  const place = { droneSn: "", hangarId: null, zoneId: null };

  const step = (
    { record: { id, name, reportedAt }, timers, watchedSince }: KnownScreen,
    rule: ActiveRule<typeof kind> | null,
    now: number,
  ) => {
    const heardAt = Math.max(reportedAt.getTime(), watchedSince);
    const isSilent = rule !== null && now - heardAt > rule.thresholds.silentS * 1_000;
    const change = timers.step(
      onlyCause,
      isSilent ? atPriority : verdicts.clear,
      rule ?? switchedOff,
      now,
      now,
    );
    const line = { id, name, companyId: null };
    if (change === changes.cleared) sink.clear({ ...place, kind, line }, now);
    if (change !== changes.raised) return;
    const priority = toPriority(timers.getRank(onlyCause));
    const values = { heardAt: reportedAt.toISOString() };
    const smsTo = rule?.thresholds.sms === 1 ? ({ smsTo: "maintainer" } as const) : {};
    sink.raise({ ...place, kind, priority, slot: null, lng: null, lat: null, line, values, ...smsTo }, now);
  };

  return {
    update: (screens, alarmed, rules, now) => {
      const rule = rules.resolve(null, "")[kind];
      const isGap = !(now - updatedAt <= gapMs);
      updatedAt = now;
      const ids = new Set(screens.map(({ id }) => id));
      for (const record of screens) {
        const isAlarmed = alarmed.includes(record.id);
        const { watchedSince = isAlarmed ? Number.NEGATIVE_INFINITY : now, timers = createCauseTimers(1) } =
          known.get(record.id) ?? {};
        known.set(record.id, { record, timers, watchedSince: isGap && !isAlarmed ? now : watchedSince });
      }
      for (const [id, screen] of known) {
        const isInUse = ids.has(id);
        step(screen, isInUse ? rule : null, now);
        if (!isInUse) known.delete(id);
      }
    },
  };
}
