interface MaybeDatabaseFault {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

const uniqueViolation = "23505";

/** Name of the unique constraint that the statement ran into; null for any other error. Drizzle wraps the driver's. */
export function violatedConstraint(fault: unknown): string | null {
  for (let at = fault as MaybeDatabaseFault | null | undefined; at; at = at.cause as MaybeDatabaseFault) {
    if (at.code === uniqueViolation) return typeof at.constraint === "string" ? at.constraint : "";
  }
  return null;
}
