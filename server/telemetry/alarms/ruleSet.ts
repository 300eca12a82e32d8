import {
  type AlarmKind,
  type AlarmPriority,
  alarmKind,
  alarmPriority,
} from "../../../adapters/contract/alarm.ts";
import {
  alarmRuleDefaults,
  getInitialThresholds,
  type Thresholds,
} from "../../../adapters/contract/alarmThresholds.ts";

/** A rule as it is stored, or as somebody is about to store it. */
export interface StoredRule {
  readonly kind: AlarmKind;
  readonly priority: AlarmPriority;
  readonly thresholds: Readonly<Record<string, number>>;
  readonly onDelayMs: number;
  readonly offDelayMs: number;
  readonly companyId: string | null;
  readonly droneSn: string;
  readonly status: "enabled" | "disabled";
}

/** A rule that applies: its thresholds are complete. */
export interface ActiveRule<K extends AlarmKind = AlarmKind> {
  readonly kind: K;
  /** 1 is the most urgent. */
  readonly rank: number;
  readonly thresholds: Thresholds<K>;
  readonly onDelayMs: number;
  readonly offDelayMs: number;
}

/** The rules that apply to one drone, hangar or the platform; a kind that is switched off is null. */
export type ActiveRules = { readonly [K in AlarmKind]: ActiveRule<K> | null };

/** Finds the rules that apply: that of the drone goes before that of its company, and this before the general one. */
export interface RuleSet {
  readonly resolve: (companyId: string | null, droneSn: string) => ActiveRules;
}

export const alarmKinds: readonly AlarmKind[] = alarmKind.schema.options;
const priorities = alarmPriority.schema.options;

export const toPriority = (rank: number): AlarmPriority => priorities[rank - 1] ?? "p4";
const toRank = (priority: AlarmPriority) => priorities.indexOf(priority) + 1;

export function createRuleSet(stored: readonly StoredRule[]): RuleSet {
  const rulesByScope = Map.groupBy(stored, ({ companyId, droneSn }) => toScope(companyId, droneSn));
  const getRules = (scope: string) => rulesByScope.get(scope) ?? [];
  const generalRules = getRules(toScope(null, ""));
  const resolved = new Map<string, ActiveRules>();
  return {
    resolve: (companyId, droneSn) => {
      const companyRules = companyId === null ? [] : getRules(toScope(companyId, ""));
      const droneRules = droneSn === "" ? [] : getRules(toScope(null, droneSn));
      const key = toScope(companyRules.length > 0 ? companyId : null, droneRules.length > 0 ? droneSn : "");
      const known = resolved.get(key);
      if (known) return known;
      const rules = compile([...generalRules, ...companyRules, ...droneRules]);
      resolved.set(key, rules);
      return rules;
    },
  };
}

/** A rule for a drone is the drone's, whichever company it names. */
const toScope = (companyId: string | null, droneSn: string) =>
  droneSn === "" ? `company ${companyId ?? ""}` : `drone ${droneSn}`;

/** @param rules later ones replace earlier ones of the same kind */
function compile(rules: readonly StoredRule[]): ActiveRules {
  const byKind = new Map(rules.map((rule) => [rule.kind, rule]));
  const entries = alarmKinds.map((kind) => {
    const { priority, onDelayMs, offDelayMs, thresholds, status } = {
      thresholds: {},
      status: "enabled",
      ...alarmRuleDefaults[kind],
      ...byKind.get(kind),
    };
    const rule = {
      kind,
      rank: toRank(priority),
      thresholds: { ...getInitialThresholds(kind), ...thresholds },
      onDelayMs,
      offDelayMs,
    };
    return [kind, status === "enabled" ? rule : null];
  });
  // Seam: there is an entry of each kind with that kind's thresholds, which `fromEntries` loses.
  return Object.fromEntries(entries) as unknown as ActiveRules;
}
