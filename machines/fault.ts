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
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Reads the fault off whatever a port rejected with; what carries no kind counts as `unknown`. */
export function faultOf(error: unknown): Fault {
  if (!isRecord(error)) return { kind: "unknown", message: String(error), data: null, issues: [] };
  return {
    kind: typeof error.kind === "string" ? error.kind : "unknown",
    message: typeof error.message === "string" ? error.message : "",
    data: error.data ?? null,
    issues: Array.isArray(error.issues) ? (error.issues as readonly FieldFault[]) : [],
  };
}
