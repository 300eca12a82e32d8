import type { Filter } from "../listDefinition.ts";

/** Conditions by their name on the wire; an absent one is not set. */
export type Conditions = Readonly<Record<string, unknown>>;

/** The condition names that a filter sets. */
export function getConditionNames(filter: Filter): readonly string[] {
  if (filter.kind === "days") return [filter.from, filter.to];
  if (filter.kind === "numbers") return [filter.min, filter.max];
  return [filter.name];
}

export const isSet = (filter: Filter, conditions: Conditions): boolean =>
  getConditionNames(filter).some((name) => conditions[name] !== undefined && conditions[name] !== "");

/** Whether both ends of a number range are set and the lower one is greater: no row can match. */
export function isInverted(filter: Filter, conditions: Conditions): boolean {
  if (filter.kind !== "numbers") return false;
  const [min, max] = [conditions[filter.min], conditions[filter.max]];
  return min !== undefined && max !== undefined && Number(min) > Number(max);
}

/** Applies changes; an undefined or empty value removes its condition. */
export function mergeConditions(conditions: Conditions, changes: Conditions): Conditions {
  const entries = Object.entries({ ...conditions, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ""));
}

/** The conditions as they are applied: text trimmed, empty ones removed. */
export function normalizeConditions(conditions: Conditions): Conditions {
  const trimmed = Object.entries(conditions).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return mergeConditions({}, Object.fromEntries(trimmed));
}

export function removeCondition(filter: Filter, conditions: Conditions): Conditions {
  return mergeConditions(
    conditions,
    Object.fromEntries(getConditionNames(filter).map((name) => [name, undefined])),
  );
}

/** Whether both sets of conditions give the same result. */
export function areConditionsEqual(a: Conditions, b: Conditions): boolean {
  const left = normalizeConditions(a);
  const right = normalizeConditions(b);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
}
