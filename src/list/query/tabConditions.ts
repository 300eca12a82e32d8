import type { TabsConfig } from "../listDefinition.ts";
import { type Conditions, mergeConditions } from "./conditions.ts";

/** One tab: what it is called, what it asks for, and how many rows stand behind it. */
export interface Tab<P> {
  readonly key: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly count: (page: P) => number | undefined;
}

/** 全部, one tab for each value of the condition, and the page's further ones. */
export function createTabs<F extends string, P>({
  name,
  dictionary,
  getCounts,
  extraTabs = [],
}: TabsConfig<F, P>): Tab<P>[] {
  return [
    { key: "all", label: "全部", conditions: {}, count: () => undefined },
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

/** The conditions that tabs set; the query form leaves them alone. */
export const getTabConditionNames = (tabs: readonly Tab<never>[]): readonly string[] => [
  ...new Set(tabs.flatMap(({ conditions }) => Object.keys(conditions))),
];

/** What of the conditions a tab has set. */
export function pickTabConditions(conditions: Conditions, names: readonly string[]): Conditions {
  return mergeConditions({}, Object.fromEntries(names.map((name) => [name, conditions[name]])));
}

/** The tab whose conditions are exactly those in force; null where an address asks for what no tab stands for. */
export function findActiveTab<P>(tabs: readonly Tab<P>[], applied: Conditions): Tab<P> | null {
  const serialize = (conditions: Conditions) =>
    JSON.stringify(Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)));
  const currentText = serialize(
    pickTabConditions(applied, getTabConditionNames(tabs as readonly Tab<never>[])),
  );
  return tabs.find(({ conditions }) => serialize(conditions) === currentText) ?? null;
}
