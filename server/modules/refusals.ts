import { stateCodes } from "../../adapters/contract/envelope.ts";
import { RefusalError } from "../call.ts";
import { getViolatedConstraint } from "../db/getViolatedConstraint.ts";

/** The record as loaded, or a refusal that says what there is none of. */
export function requireRecord<T>(record: T | null | undefined, label: string): T {
  if (record === null || record === undefined) throw new RefusalError(`${label}不存在或已删除`);
  return record;
}

/** Somebody else saved meanwhile; the answer carries the present record. */
export const versionConflict = (current: unknown) =>
  new RefusalError("该记录已被他人修改，请核对后重新保存", stateCodes.conflict, current);

/** Runs a write; a unique value that is taken, by a racing write too, is refused in the words given for its constraint. */
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
