/** A field that the server rejected. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Error of a failed call. Machines branch on `kind`; the rest is for display. */
export interface ErrorInfo {
  readonly kind: string;
  readonly message: string;
  readonly data: unknown;
  readonly issues: readonly FieldError[];
  /** Request id for the server's log; null without a response. */
  readonly reqId: string | null;
  /** `Retry-After` in ms; null if absent. */
  readonly retryAfterMs: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Converts the value that a port rejected with. Without a kind it becomes `unknown`. */
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

/** Whether the server or its database is unavailable, so that the same call can succeed later. */
export const isTransient = ({ kind }: Pick<ErrorInfo, "kind">): boolean =>
  kind === "unavailable" || kind === "offline" || kind === "timeout";
