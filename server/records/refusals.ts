import { stateCodes } from "../../adapters/contract/envelope.ts";
import { RefusalError } from "../errors.ts";

/** Returns the record; refuses with the label of its kind if there is none. */
export function requireRecord<T>(record: T | null | undefined, label: string): T {
  if (record === null || record === undefined) throw new RefusalError(`${label}不存在或已删除`);
  return record;
}

/** Someone else has saved meanwhile; the reply contains the current record. */
export const createVersionConflict = (current: unknown) =>
  new RefusalError("该记录已被他人修改，请核对后重新保存", stateCodes.conflict, current);

/** Runs a write; refuses a duplicate value, also of a concurrent write, with the message for its unique constraint. */
export async function handleUniqueViolation<T>(
  messages: Readonly<Record<string, string>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const message = messages[getViolatedConstraint(error) ?? ""];
    if (message) throw new RefusalError(message);
    throw error;
  }
}

interface MaybeDatabaseError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

const uniqueViolation = "23505";

/** Whether a write failed because another row has a value that may be there only once, of any constraint or the named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violated = getViolatedConstraint(error);
  return violated !== null && (constraint === undefined || violated === constraint);
}

/** Name of the violated unique constraint; null for any other error. Drizzle wraps the driver's error. */
function getViolatedConstraint(error: unknown): string | null {
  for (
    let cause = error as MaybeDatabaseError | null | undefined;
    cause;
    cause = cause.cause as MaybeDatabaseError
  ) {
    if (cause.code === uniqueViolation) return typeof cause.constraint === "string" ? cause.constraint : "";
  }
  return null;
}
