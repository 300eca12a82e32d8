import type { ListTabs } from "../definition.ts";
import { type Conditions, withConditions } from "./conditions.ts";

/** One tab: what it is called, what it asks for, and how many rows stand behind it. */
export interface Tab<P> {
  readonly key: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly count: (page: P) => number | undefined;
}

/** 全部, one tab for each value of the condition, and the page's further ones. */
export function tabsOf<F extends string, P>({ name, of, counts, more = [] }: ListTabs<F, P>): Tab<P>[] {
  return [
    { key: "all", label: "全部", conditions: {}, count: () => undefined },
    ...of.options.map(({ value, label }) => ({
      key: `value-${value}`,
      label,
      conditions: { [name]: value },
      count: (page: P) => counts?.(page)[value],
    })),
    ...more.map(({ label, conditions, count }, index) => ({
      key: `more-${index}`,
      label,
      conditions,
      count: (page: P) => count?.(page),
    })),
  ];
}

/** The conditions that tabs set; the query form leaves them alone. */
export const tabNames = (tabs: readonly Tab<never>[]): readonly string[] => [
  ...new Set(tabs.flatMap(({ conditions }) => Object.keys(conditions))),
];

/** What of the conditions a tab has set. */
export function ofTabs(conditions: Conditions, names: readonly string[]): Conditions {
  return withConditions({}, Object.fromEntries(names.map((name) => [name, conditions[name]])));
}

/** The tab whose conditions are exactly those in force; null where an address asks for what no tab stands for. */
export function tabInForce<P>(tabs: readonly Tab<P>[], applied: Conditions): Tab<P> | null {
  const text = (conditions: Conditions) =>
    JSON.stringify(Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)));
  const present = text(ofTabs(applied, tabNames(tabs as readonly Tab<never>[])));
  return tabs.find(({ conditions }) => text(conditions) === present) ?? null;
}
