import type { AuditChange } from "../../adapters/contract/auditTrail.ts";
import { inTellingOrder } from "./fieldNames.ts";
import { fieldWords, valueWords } from "./valueWords.ts";

/** Longest line of changes in a list or an export, in characters. */
const digestLength = 120;

interface Kept {
  readonly entity: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that an act set or changed, in words; what is empty on both sides is left out. */
export function changesIn({ entity, before, after }: Kept): AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return inTellingOrder([...new Set([...Object.keys(was), ...Object.keys(is)])])
    .map((name) => ({
      field: fieldWords(name),
      before: valueWords(entity, name, was[name]),
      after: valueWords(entity, name, is[name]),
    }))
    .filter((change) => change.before !== "" || change.after !== "");
}

/** The same on one line, cut where it grows long: `状态：正常 → 已冻结；冻结原因：欠费`. */
export function digestOf(kept: Kept): string {
  const line = changesIn(kept)
    .map(({ field, before, after }) => {
      if (before === "") return `${field}：${after}`;
      return `${field}：${before} → ${after || "（空）"}`;
    })
    .join("；");
  return line.length > digestLength ? `${line.slice(0, digestLength - 1)}…` : line;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { content: value };

/** Whether the act failed: what fails and is kept says so. */
export const failedIn = (after: unknown): boolean =>
  typeof after === "object" && after !== null && "failed" in after;
