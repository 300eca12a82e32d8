import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { RefusalError } from "../errors.ts";

/** The status that follows an event; refuses an event that the record's status does not allow, as it was done already. */
export function nextStatus<S extends string, E extends string>(
  machine: StatusMachine<S, E>,
  label: string,
  { status }: { readonly status: S },
  event: E,
): S {
  const next = machine.next(status, event);
  if (next === null) throw new RefusalError(`${label}当前状态为「${machine.label(status)}」，无需重复操作`);
  return next;
}
