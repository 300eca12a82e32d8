import type * as z from "zod/mini";
import type { orderEvent, orderEventKind } from "./orderEvent.ts";
import * as word from "./words.ts";

const decisions: Readonly<Partial<Record<z.infer<typeof orderEventKind.schema>, string>>> = {
  approve: word.approve,
  reject: word.reject,
  approveRefund: word.approve,
  rejectRefund: word.reject,
};

/** What the wording of a decision needs of an event. */
type DecidedEvent<At> = Pick<z.infer<typeof orderEvent>, "kind" | "byName" | "status"> & { readonly at: At };

/**
 * Who decided on the order when, and how: 已由 吴敏 于 2026-11-29 10:30 通过. Null if something else led to its status.
 * @param events of the order, oldest first
 * @param formatAt `YYYY-MM-DD HH:mm:ss`
 */
export function describeDecision<At>(
  events: readonly DecidedEvent<At>[],
  formatAt: (at: At) => string,
): string | null {
  // Events of invoices leave the status.
  const last = events.findLast(({ status }, index) => status !== events[index - 1]?.status);
  const decision = last && decisions[last.kind];
  // A payment online has no auditor.
  if (!decision || last.byName === "") return null;
  return `已由 ${last.byName} 于 ${formatAt(last.at).slice(0, 16)} ${decision}`;
}
