import { type ErrorInfo, isTransient } from "./errorInfo.ts";

// What follows from an error. Apart from errorInfo.ts, because the login page needs none of it.

/** Whether the server may or may not have acted: no response, an unreadable one, or an unconfirmed commit. */
export const isOutcomeUnknown = ({ kind }: Pick<ErrorInfo, "kind">): boolean =>
  ["offline", "timeout", "contract", "commitUnknown"].includes(kind);

/** Whether a list keeps showing its rows after this error, even those of another query (with an alert). */
export const shouldKeepRows = (error: Pick<ErrorInfo, "kind">): boolean =>
  error.kind === "tooMany" || isTransient(error);

/**
 * Delay of the automatic retry: 5 s after the first failure, then 10 s, 30 s after a timeout (the server may still be
 * working on the call), and at least the server's `Retry-After`.
 */
export function retryDelayMs(
  failureCount: number,
  error: Pick<ErrorInfo, "kind" | "retryAfterMs"> | null,
): number {
  const backoffMs = error?.kind === "timeout" ? 30_000 : Math.min(5_000 * failureCount, 10_000);
  return Math.max(backoffMs, error?.retryAfterMs ?? 0);
}
