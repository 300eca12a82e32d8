import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import type { SeedContext } from "../seedCompanies.ts";

type Status = InvoiceRecord["status"];

/** What an invoice has come to, and when each of its steps was made; a step that was not made is null. */
export interface InvoiceOutcome {
  readonly status: Status;
  readonly appliedAt: Date;
  readonly issuedAt: Date | null;
  readonly redAt: Date | null;
  readonly lastAt: Date;
  readonly version: number;
}

const dayMs = 86_400_000;
const weights: readonly (readonly [Status, number])[] = [
  ["issued", 69],
  ["applied", 8],
  ["rejected", 6],
  ["cancelled", 6],
  ["reversing", 3],
  ["reversed", 8],
];

/** Draws a fate for an invoice whose orders have been settled since then; nothing waits for weeks on end. */
export function pickInvoiceOutcome(
  { faker, now }: Pick<SeedContext, "faker" | "now">,
  settledAt: Date,
): InvoiceOutcome {
  const status = faker.helpers.weightedArrayElement(weights.map(([value, weight]) => ({ value, weight })));
  const between = (from: Date, to: Date) =>
    new Date(from.getTime() + Math.floor(Math.max(0, to.getTime() - from.getTime()) * faker.number.float()));
  const within = (from: Date, days: number) =>
    between(from, new Date(Math.min(now.getTime(), from.getTime() + days * dayMs)));
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const later = (a: Date, b: Date) => (a > b ? a : b);
  if (status === "applied") {
    const appliedAt = between(later(settledAt, daysAgo(6)), now);
    return { status, appliedAt, issuedAt: null, redAt: null, lastAt: appliedAt, version: 1 };
  }
  const appliedAt = within(settledAt, 15);
  if (status === "rejected" || status === "cancelled")
    return { status, appliedAt, issuedAt: null, redAt: null, lastAt: within(appliedAt, 2), version: 2 };
  const issuedAt = within(appliedAt, 3);
  if (status === "issued") return { status, appliedAt, issuedAt, redAt: null, lastAt: issuedAt, version: 2 };
  if (status === "reversing") {
    const lastAt = between(later(issuedAt, daysAgo(7)), now);
    return { status, appliedAt, issuedAt, redAt: null, lastAt, version: 3 };
  }
  const redAt = within(issuedAt, 40);
  return { status, appliedAt, issuedAt, redAt, lastAt: redAt, version: 4 };
}

/** An application that has come in this moment. */
export const createAppliedOutcome = (now: Date): InvoiceOutcome => ({
  status: "applied",
  appliedAt: now,
  issuedAt: null,
  redAt: null,
  lastAt: now,
  version: 1,
});

/** How far its orders' invoice is, by an invoice's status. */
export const orderStatusByInvoice: Readonly<Record<Status, OrderRecord["invoiceStatus"]>> = {
  applied: "applied",
  issued: "issued",
  reversing: "issued",
  rejected: "none",
  cancelled: "none",
  reversed: "none",
};
