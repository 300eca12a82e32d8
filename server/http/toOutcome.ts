import type * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { type Envelope, stateCodes } from "../../adapters/contract/envelope.ts";
import { StateReply } from "../errors.ts";
import type { Platform } from "../platform.ts";

export type Outcome = Envelope;

/** Told of an element of a list that does not fit its schema, and so is missing in an answer. */
export type ReportLeftOut = (endpoint: Endpoint, issue: z.core.$ZodIssue) => void;

/** Counts the rows that are left out, and logs each kind once. */
export function createLeftOutReport({
  metrics,
  onError,
}: Pick<Platform, "metrics" | "onError">): ReportLeftOut {
  const logged = new Set<string>();
  return ({ path }, issue) => {
    metrics.leftOutRows.inc({ call: path });
    const field = issue.path.filter((part) => typeof part !== "number").join(".");
    const kind = `${path} ${field}`;
    if (logged.has(kind)) return;
    logged.add(kind);
    onError(new Error(`A row was left out: ${issue.path.join(".")}: ${issue.message}`), path);
  };
}

/**
 * Wraps a handler's result in the envelope. Elements of lists that do not fit the call's schema are left out and
 * reported, so that one bad record does not hide all others. Throws if the rest does not fit.
 */
export function toOutcome(endpoint: Endpoint, returned: unknown, reportLeftOut: ReportLeftOut): Outcome {
  if (returned instanceof StateReply)
    return { state: returned.state, message: returned.message, data: returned.data };
  if (!endpoint.data) return { state: stateCodes.ok, message: "", data: null };
  let parsed = endpoint.data.safeParse(returned);
  if (!parsed.success) {
    const reduced = leaveOut(returned, parsed.error.issues, (issue) => reportLeftOut(endpoint, issue));
    parsed = endpoint.data.safeParse(reduced);
  }
  if (!parsed.success)
    throw new Error(`${endpoint.path} answered with data that does not fit: ${parsed.error.message}`);
  return { state: stateCodes.ok, message: "", data: parsed.data };
}

/** Copies a value without the elements of its outermost lists that the issues are about. */
function leaveOut(
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  report: (issue: z.core.$ZodIssue) => void,
  depth = 0,
): unknown {
  if (Array.isArray(value)) {
    const byIndex = new Map(issues.map((issue) => [issue.path[depth], issue]));
    for (const issue of byIndex.values()) report(issue);
    return value.filter((_, index) => !byIndex.has(index));
  }
  if (typeof value !== "object" || value === null) return value;
  const byKey = Map.groupBy(issues, ({ path }) => path[depth]);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const own = byKey.get(key);
      return [key, own ? leaveOut(child, own, report, depth + 1) : child];
    }),
  );
}
