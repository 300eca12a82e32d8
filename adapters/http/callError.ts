import type { FieldIssue } from "../contract/envelope.ts";

/** All kinds of call errors. */
export type ErrorKind =
  | "offline" // no response from the server
  | "timeout" // no response within 5 s
  | "cancelled" // aborted by the caller
  | "noSession" // not sent: nobody is signed in
  | "unauthorized" // 401
  | "expired" // 403
  | "userUnusable" // state -2
  | "forbidden" // state -3
  | "captcha" // state -4
  | "code" // state -6: a code of the second factor is required, or was wrong
  | "notFound" // 404
  | "invalid" // 400
  | "initialPassword" // state -1 until the initial password is changed
  | "secondFactor" // state -1 until a required second factor is enabled
  | "refused" // any other non-zero state
  | "conflict" // state -5
  | "tooLarge" // 413: by the server, or by a proxy before it
  | "tooMany" // 429
  | "commitUnknown" // 503 with this reason: the server does not know whether the change was made
  | "unavailable" // other 503: the server or its database is temporarily unavailable
  | "server" // any other status but 200
  | "contract" // the response does not match its schema
  | "unsupported"; // not sent: the call is beyond the specification, and the platform is not ours

/** A failed call, with the server's message and data. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly kind: ErrorKind;
  readonly status: number;
  readonly state: number | null;
  readonly data: unknown;
  /** `METHOD /path`, without values. */
  readonly call: string;
  /** Request id of the response, for finding it in the server's log and audit trail; null if there is none. */
  readonly reqId: string | null;
  /** `Retry-After` in ms; null if absent. */
  readonly retryAfterMs: number | null;
  /** What a developer needs, in a parser's words: for the log, never for a page. */
  readonly detail: string;

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
      detail?: string;
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
    this.detail = detail.detail ?? "";
  }

  /** Field errors of a 400. */
  get issues(): readonly FieldIssue[] {
    const issues = (this.data as { issues?: FieldIssue[] } | null)?.issues;
    return this.kind === "invalid" && Array.isArray(issues) ? issues : [];
  }
}
