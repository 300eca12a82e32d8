import type { FieldIssue } from "../contract/envelope.ts";

/** The closed set of what can go wrong with a call. */
export type ErrorKind =
  | "offline" // no answer of the server's
  | "timeout" // no answer within 5 s
  | "cancelled" // the caller gave up
  | "noSession" // not sent: there is no session user
  | "unauthorized" // 401
  | "expired" // 403
  | "userUnusable" // state -2
  | "forbidden" // state -3
  | "captcha" // state -4
  | "notFound" // 404
  | "invalid" // 400
  | "initialPassword" // state -1 until the initial password is changed
  | "refused" // any other non-zero state
  | "conflict" // state -5
  | "tooMany" // 429
  | "commitUnknown" // 503 with this reason: the server itself cannot tell whether it has acted
  | "unavailable" // 503 in the server's words: it or its database cannot answer now
  | "server" // every other status but 200, in the server's words
  | "contract"; // an answer that does not fit its schema

/** A failed call: its kind, what the server said, and what came with it. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly kind: ErrorKind;
  readonly status: number;
  readonly state: number | null;
  readonly data: unknown;
  /** `METHOD /path`, without values. */
  readonly call: string;
  /** The id of the server's answer, by which its log and audit trail find the request; null where it gave none. */
  readonly reqId: string | null;
  /** From when on the server takes the call again, ms from its answer; null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ErrorKind,
    call: string,
    detail: {
      status?: number;
      state?: number;
      message?: string;
      data?: unknown;
      reqId?: string | null;
      retryAfterMs?: number | null;
    } = {},
  ) {
    super(detail.message ?? "");
    this.kind = kind;
    this.call = call;
    this.status = detail.status ?? 0;
    this.state = detail.state ?? null;
    this.data = detail.data ?? null;
    this.reqId = detail.reqId ?? null;
    this.retryAfterMs = detail.retryAfterMs ?? null;
  }

  /** Faults of single fields that a 400 names. */
  get issues(): readonly FieldIssue[] {
    const issues = (this.data as { issues?: FieldIssue[] } | null)?.issues;
    return this.kind === "invalid" && Array.isArray(issues) ? issues : [];
  }
}
