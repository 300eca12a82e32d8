/** One field that the server found wrong. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** What a machine keeps of a failed call: the kind decides the flow, the rest is for the eye. */
export interface Fault {
  readonly kind: string;
  readonly message: string;
  readonly data: unknown;
  readonly issues: readonly FieldFault[];
  /** By which the server's log finds the request; null where it gave no answer. */
  readonly reqId: string | null;
  /** The server's Retry-After, ms; null where it did not say. */
  readonly retryAfterMs: number | null;
}

/** No answer, none that can be read, or one that does not know either: the server may or may not have acted. */
export const isUncertain = ({ kind }: Pick<Fault, "kind">): boolean =>
  ["offline", "timeout", "contract", "commitUnknown"].includes(kind);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Reads the fault off whatever a port rejected with; what carries no kind counts as `unknown`. */
export function faultOf(error: unknown): Fault {
  const said: Record<string, unknown> = isRecord(error) ? error : { message: String(error) };
  const { kind, message, data, issues, reqId, retryAfterMs } = said;
  return {
    kind: typeof kind === "string" ? kind : "unknown",
    message: typeof message === "string" ? message : "",
    data: data ?? null,
    issues: Array.isArray(issues) ? (issues as readonly FieldFault[]) : [],
    reqId: typeof reqId === "string" ? reqId : null,
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : null,
  };
}

/** Whether the server or its database is away: the same call can succeed later without anybody's doing. */
export const isTemporary = ({ kind }: Pick<Fault, "kind">): boolean =>
  kind === "unavailable" || kind === "offline" || kind === "timeout";

/**
 * When a call that failed so many times in a row is retried by itself: after 5 s, then every 10 s, and no sooner than
 * the server asks. One that timed out waits 30 s at once: the server may still be working on it.
 */
export function retryMs(failures: number, fault: Pick<Fault, "kind" | "retryAfterMs"> | null): number {
  const backoffMs = fault?.kind === "timeout" ? 30_000 : Math.min(5_000 * failures, 10_000);
  return Math.max(backoffMs, fault?.retryAfterMs ?? 0);
}
