import { addMonths } from "./addMonths.ts";

/** The fewest whole months from `at` on that reach `end`; at least one. */
export function countMonthsUntil(at: Date, end: Date): number {
  let months = 1;
  while (addMonths(at, months) < end) months += 1;
  return months;
}
