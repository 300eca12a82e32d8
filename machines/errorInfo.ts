/** One field that the server found wrong. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What a machine keeps of a failed call: the kind decides the flow, the rest is for the eye. */
export interface ErrorInfo {
  readonly kind: string;
  readonly message: string;
  readonly data: unknown;
  readonly issues: readonly FieldError[];
  /** By which the server's log finds the request; null where it gave no answer. */
  readonly reqId: string | null;
  /** The server's Retry-After, ms; null where it did not say. */
  readonly retryAfterMs: number | null;
}

/** No answer, none that can be read, or one that does not know either: the server may or may not have acted. */
export const isOutcomeUnknown = ({ kind }: Pick<ErrorInfo, "kind">): boolean =>
  ["offline", "timeout", "contract", "commitUnknown"].includes(kind);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Reads the error off whatever a port rejected with; what carries no kind counts as `unknown`. */
export function toErrorInfo(error: unknown): ErrorInfo {
  const source: Record<string, unknown> = isRecord(error) ? error : { message: String(error) };
  const { kind, message, data, issues, reqId, retryAfterMs } = source;
  return {
    kind: typeof kind === "string" ? kind : "unknown",
    message: typeof message === "string" ? message : "",
    data: data ?? null,
    issues: Array.isArray(issues) ? (issues as readonly FieldError[]) : [],
    reqId: typeof reqId === "string" ? reqId : null,
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : null,
  };
}

/** Whether the server or its database is away: the same call can succeed later without anybody's doing. */
export const isTransient = ({ kind }: Pick<ErrorInfo, "kind">): boolean =>
  kind === "unavailable" || kind === "offline" || kind === "timeout";

/** Whether a list keeps its rows after this failure, also those of another query: the page says whose they are. */
export const shouldKeepRows = (error: Pick<ErrorInfo, "kind">): boolean =>
  error.kind === "tooMany" || isTransient(error);

/**
 * When a call that failed so many times in a row is retried by itself: after 5 s, then every 10 s, and no sooner than
 * the server asks. One that timed out waits 30 s at once: the server may still be working on it.
 */
export function retryDelayMs(
  failureCount: number,
  error: Pick<ErrorInfo, "kind" | "retryAfterMs"> | null,
): number {
  const backoffMs = error?.kind === "timeout" ? 30_000 : Math.min(5_000 * failureCount, 10_000);
  return Math.max(backoffMs, error?.retryAfterMs ?? 0);
}
