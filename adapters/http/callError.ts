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
  | "refused" // any other non-zero state
  | "conflict" // state -5
  | "tooMany" // 429
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

  constructor(
    kind: ErrorKind,
    call: string,
    detail: { status?: number; state?: number; message?: string; data?: unknown } = {},
  ) {
    super(detail.message ?? "");
    this.kind = kind;
    this.call = call;
    this.status = detail.status ?? 0;
    this.state = detail.state ?? null;
    this.data = detail.data ?? null;
  }

  /** Faults of single fields that a 400 names. */
  get issues(): readonly FieldIssue[] {
    const issues = (this.data as { issues?: FieldIssue[] } | null)?.issues;
    return this.kind === "invalid" && Array.isArray(issues) ? issues : [];
  }
}
