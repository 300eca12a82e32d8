import { addMonths } from "./addMonths.ts";

/** Counts the whole months from `at` that reach `end`, rounded up; at least one. */
export function countMonthsUntil(at: Date, end: Date): number {
  let months = 1;
  while (addMonths(at, months) < end) months += 1;
  return months;
}
