import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";

/**
 * A row action's `refusal` from the status machine: null if the status allows the event, otherwise a message such as
 * 待审核状态不能取消.
 */
export function statusRefusal<S extends string, E extends string>(
  machine: StatusMachine<S, E>,
  event: NoInfer<E>,
  actionLabel: string,
): (row: { readonly status: S }) => string | null {
  return ({ status }) =>
    machine.allowed(status).includes(event) ? null : `${machine.label(status)}状态不能${actionLabel}`;
}
