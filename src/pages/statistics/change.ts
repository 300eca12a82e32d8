/** How a figure compares with that of another period. */
export interface Change {
  /** How much, without its direction: `12.5%`, `持平`, or why there is none. */
  readonly text: string;
  readonly direction: "up" | "down" | "same" | "none";
}

/** The change from a figure of another period; a period without anything has no percentage. */
export function getChange(value: number, before: number): Change {
  // Another platform may not count it.
  if (Number.isNaN(value) || Number.isNaN(before)) return { text: "-", direction: "none" };
  if (before === 0)
    return value === 0 ? { text: "持平", direction: "same" } : { text: "上期为 0", direction: "none" };
  const percent = Math.round(((value - before) / before) * 1000) / 10;
  if (value === before) return { text: "持平", direction: "same" };
  // A change that rounds to nothing is still one.
  const digits = Math.abs(percent) === 0 ? "<0.1" : Math.abs(percent).toFixed(1);
  return { text: `${digits}%`, direction: value > before ? "up" : "down" };
}

/** Whether a change is good or bad news; undefined for no news. */
export function getTone(
  { direction }: Pick<Change, "direction">,
  isLoss: boolean,
): "good" | "bad" | undefined {
  if (direction !== "up" && direction !== "down") return undefined;
  return (direction === "up") === isLoss ? "bad" : "good";
}

/** A part of a sum in percent with one decimal; `-` of nothing, and where one of them is unknown. */
export const formatShare = (part: number, sum: number): string =>
  sum === 0 || Number.isNaN(part / sum) ? "-" : `${((part / sum) * 100).toFixed(1)}%`;
