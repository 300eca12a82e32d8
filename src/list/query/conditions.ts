import type { Filter } from "../definition.ts";

/** Conditions by their name on the wire; an absent one is not set. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The wire names one field of the form sets. */
export function namesOf(filter: Filter): readonly string[] {
  if (filter.kind === "days") return [filter.from, filter.to];
  if (filter.kind === "numbers") return [filter.min, filter.max];
  return [filter.name];
}

export const isSet = (filter: Filter, conditions: Conditions): boolean =>
  namesOf(filter).some((name) => conditions[name] !== undefined && conditions[name] !== "");

/** The conditions with some of them set anew; an absent, empty value takes its condition away. */
export function withConditions(conditions: Conditions, changes: Conditions): Conditions {
  const entries = Object.entries({ ...conditions, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ""));
}

/** The conditions as they would be applied: text trimmed, and what is then empty gone. */
export function tidied(conditions: Conditions): Conditions {
  const trimmed = Object.entries(conditions).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return withConditions({}, Object.fromEntries(trimmed));
}

export function without(filter: Filter, conditions: Conditions): Conditions {
  return withConditions(conditions, Object.fromEntries(namesOf(filter).map((name) => [name, undefined])));
}

/** Whether two sets of conditions ask for the same result. */
export function sameConditions(a: Conditions, b: Conditions): boolean {
  const left = tidied(a);
  const right = tidied(b);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => left[name] === right[name]);
}
