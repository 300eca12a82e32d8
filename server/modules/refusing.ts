import { states } from "../../adapters/contract/envelope.ts";
import { Refusal } from "../call.ts";
import { violatedConstraint } from "../db/violatedConstraint.ts";

/** The record as loaded, or a refusal that says what there is none of. */
export function found<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw new Refusal(`${what}不存在或已删除`);
  return record;
}

/** Somebody else saved meanwhile; the answer carries the present record. */
export const conflict = (present: unknown) =>
  new Refusal("该记录已被他人修改，请核对后重新保存", states.conflict, present);

/** Runs a write; a unique value that is taken, by a racing write too, is refused in the words given for its constraint. */
export async function refusingDuplicates<T>(
  messages: Readonly<Record<string, string>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (fault) {
    const message = messages[violatedConstraint(fault) ?? ""];
    if (message) throw new Refusal(message);
    throw fault;
  }
}
