import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { RefusalError } from "../errors.ts";

/** The status that follows an event; refuses an event that the record's status does not allow, most often as it was done already. */
export function nextStatus<S extends string, E extends string>(
  machine: StatusMachine<S, E>,
  label: string,
  { status }: { readonly status: S },
  event: E,
): S {
  const next = machine.next(status, event);
  if (next !== null) return next;
  // Cast: they are the machine's.
  const isDone = Object.keys(machine.machine.states).some(
    (from) => machine.next(from as S, event) === status,
  );
  const advice = isDone ? "无需重复操作" : "不能这样操作，请刷新后按当前状态操作";
  throw new RefusalError(`${label}当前状态为「${machine.label(status)}」，${advice}`);
}
