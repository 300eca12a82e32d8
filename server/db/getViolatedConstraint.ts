interface MaybeDatabaseError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

const uniqueViolation = "23505";

/** Name of the unique constraint that the statement ran into; null for any other error. Drizzle wraps the driver's. */
export function getViolatedConstraint(error: unknown): string | null {
  for (
    let cause = error as MaybeDatabaseError | null | undefined;
    cause;
    cause = cause.cause as MaybeDatabaseError
  ) {
    if (cause.code === uniqueViolation) return typeof cause.constraint === "string" ? cause.constraint : "";
  }
  return null;
}
