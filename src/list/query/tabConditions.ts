import * as word from "../../../adapters/contract/words.ts";
import type { TabsConfig } from "../listDefinition.ts";
import { type Conditions, mergeConditions } from "./conditions.ts";

export interface Tab<P> {
  readonly key: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly count: (page: P) => number | undefined;
}

/** 全部, one tab per value of the condition, and the page's extra tabs. */
export function createTabs<F extends string, P>({
  name,
  dictionary,
  getCounts,
  extraTabs = [],
}: TabsConfig<F, P>): Tab<P>[] {
  return [
    { key: "all", label: word.all, conditions: {}, count: () => undefined },
    ...dictionary.options.map(({ value, label }) => ({
      key: `value-${value}`,
      label,
      conditions: { [name]: value },
      count: (page: P) => getCounts?.(page)[value],
    })),
    ...extraTabs.map(({ label, conditions, count }, index) => ({
      key: `more-${index}`,
      label,
      conditions,
      count: (page: P) => count?.(page),
    })),
  ];
}

/** Names of conditions that tabs set; resetting the query form leaves them. */
export const getTabConditionNames = (tabs: readonly Tab<never>[]): readonly string[] => [
  ...new Set(tabs.flatMap(({ conditions }) => Object.keys(conditions))),
];

/** The conditions that belong to tabs. */
export function pickTabConditions(conditions: Conditions, names: readonly string[]): Conditions {
  return mergeConditions({}, Object.fromEntries(names.map((name) => [name, conditions[name]])));
}

/** The values of the tabs' own condition that are applied: none, one, or several. */
export function getChosenValues(name: string, applied: Conditions): readonly string[] {
  const value = applied[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}

/** The condition for several values; a single one is that of its tab. */
export const toChosenCondition = (name: string, values: readonly string[]): Conditions => ({
  [name]: values.length > 1 ? values : values[0],
});

/** The tab whose conditions match exactly; null if none does. */
export function findActiveTab<P>(tabs: readonly Tab<P>[], applied: Conditions): Tab<P> | null {
  const serialize = (conditions: Conditions) =>
    JSON.stringify(Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)));
  const currentText = serialize(
    pickTabConditions(applied, getTabConditionNames(tabs as readonly Tab<never>[])),
  );
  return tabs.find(({ conditions }) => serialize(conditions) === currentText) ?? null;
}
